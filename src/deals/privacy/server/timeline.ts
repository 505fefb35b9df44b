// The timeline shows everything that happened between a person and the company.

import { ANSWER_LABELS } from "#deals/offers/offer.ts";
import { listOffersOfLeads } from "#deals/offers/server/store.ts";
import type { PersonEvent } from "#deals/privacy/person.ts";
import { MAIL_KINDS } from "#delivery/mail/mail.ts";
import { listMailOf } from "#delivery/mail/server/store.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import { logTitle } from "#people/leads/log.ts";
import type { Person } from "#people/leads/person.ts";
import { listLog } from "#people/leads/server/log.ts";
import { listNotes } from "#people/leads/server/notes.ts";
import { CHANNEL_LABELS } from "#people/permissions/channels.ts";
import { ORIGINS, type PERMISSION_ACTIONS } from "#people/permissions/permission.ts";
import { listLedgerEntries } from "#people/permissions/server/ledger.ts";
import { type AuditLogAction, sentenceOf } from "#platform/audit-log.ts";
import { formatCents } from "#platform/money.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { inSentence } from "#platform/text.ts";
import { PERSON_ROW } from "./merge/merge-people.ts";

type StoredOffer = Awaited<ReturnType<typeof listOffersOfLeads>>[number];
type TimelineQuery = {
  leadIds: readonly string[];
  identities: readonly Person[];
  hashes: readonly Parameters<typeof listLedgerEntries>[1][];
};

/** Latest first, and the bookings among them. */
export async function readTimeline(
  db: Db,
  { leadIds, identities, hashes }: TimelineQuery,
): Promise<{ events: PersonEvent[]; bookings: Booking[] }> {
  const kinds = Object.values(KINDS);
  const [kept, offers, log, notes, permissions, history] = await together([
    together(kinds.map((kind) => kind.ofLeads(db, leadIds))),
    listOffersOfLeads(db, leadIds),
    listLog(db, leadIds),
    listNotes(db, leadIds),
    permissionEvents(db, hashes),
    historyEvents(db, leadIds, identities),
  ]);
  const inquiries = kinds.flatMap((kind, index) =>
    (kept[index] ?? []).map((inquiry) => ({ id: inquiry.id, event: kind.event(inquiry) })),
  );
  const recordIds = [...inquiries, ...offers].map(({ id }) => id);
  const events: PersonEvent[] = [
    ...inquiries.map(({ event }) => event),
    ...log.map(
      ({ at, by, channel, outcome, words, leadId }): PersonEvent => ({
        kind: "try",
        at,
        title: logTitle({ channel, outcome }),
        ...(words && { text: words }),
        by,
        leadId,
      }),
    ),
    ...notes
      // The entry of a call already shows its note.
      .filter(
        ({ record, text }) =>
          !inquiries.some(({ id, event }) => event.kind === "call" && id === record.id && event.text === text),
      )
      .map(
        ({ at, author, text, leadId }): PersonEvent => ({
          kind: "note",
          at,
          title: text ? "Note" : "Notes cleared",
          ...(text && { text }),
          ...(author && { by: author }),
          leadId,
        }),
      ),
    ...offers.flatMap(offerEvents),
    ...(await mailEvents(db, recordIds)),
    ...permissions,
    ...history,
  ];
  const bookings = (kept[kinds.indexOf(KINDS.booking)] ?? []) as unknown as Booking[];
  return { events: events.sort((a, b) => (a.at < b.at ? 1 : -1)), bookings };
}

function offerEvents({ id, leadId, number, sent, ended, openings, state, answers }: StoredOffer): PersonEvent[] {
  const offer = { kind: "offer" as const, link: `/admin/leads/${leadId}/offers/${id}`, leadId };
  return [
    ...(sent ? [{ ...offer, at: sent.at, title: `Offer ${number} sent`, by: sent.by }] : []),
    ...(openings.firstAt ? [{ ...offer, at: openings.firstAt, title: `Opened offer ${number}` }] : []),
    ...(sent && ended ? [{ ...offer, at: ended.at, title: `Offer ${number} ${state}`, by: ended.by }] : []),
    ...answers.map(({ at, answer, text, amountCents }) => ({
      ...offer,
      at,
      title: `Answered offer ${number}: ${ANSWER_LABELS[answer]}${amountCents ? `, ${formatCents(amountCents)}` : ""}`,
      ...(text && { text }),
    })),
  ];
}

/** Includes only mail that was sent to the person, not notices to staff. */
async function mailEvents(db: Db, recordIds: readonly string[]): Promise<PersonEvent[]> {
  return (await listMailOf(db, ...recordIds)).flatMap(({ kind, state, settled_at, due_at }) => {
    const { label, audience } = MAIL_KINDS[kind];
    const isShown = audience === "visitor" && state === "sent";
    return isShown ? [{ kind: "mail" as const, at: settled_at ?? due_at, title: `Sent: ${label}` }] : [];
  });
}

const DONE: Record<(typeof PERMISSION_ACTIONS)[number], string> = {
  given: "Allowed",
  revoked: "Stopped",
  unknown: "Not known",
};

async function permissionEvents(db: Db, hashes: TimelineQuery["hashes"]): Promise<PersonEvent[]> {
  const entries = (await together(hashes.map((one) => listLedgerEntries(db, one)))).flat();
  const unique = [...new Map(entries.map((line) => [line.id, line])).values()];
  const agreements = Map.groupBy(unique, ({ at, action, record_id }) => `${at} ${action} ${record_id}`);
  return [...agreements.values()].flatMap((some) => {
    const [line] = some;
    if (!line) return [];
    const isOneCall = line.purpose === "one-call";
    const channels = isOneCall ? ["one call"] : some.map(({ channel }) => inSentence(CHANNEL_LABELS[channel])).sort();
    const title = `${DONE[line.action]}: ${channels.join(", ")} (${ORIGINS[line.said].toLowerCase()})`;
    return [{ kind: "permission" as const, at: line.at, title, ...(line.actor.includes("@") && { by: line.actor }) }];
  });
}

const OMITTED_ACTIONS: readonly AuditLogAction[] = ["tried", "notes", "viewed"];

async function historyEvents(db: Db, leadIds: readonly string[], people: readonly Person[]): Promise<PersonEvent[]> {
  const subjects = [
    ...leadIds.map((id) => ({ kind: "lead", id })),
    ...people.map(({ id }) => ({ kind: PERSON_ROW, id })),
  ];
  const lines = await together(subjects.map((subject) => listAuditLog(db, subject)));
  return subjects.flatMap((subject, index) =>
    (lines[index] ?? [])
      .filter(({ action }) => !OMITTED_ACTIONS.includes(action))
      .map((line): PersonEvent => {
        const by = line.actor.includes("@") ? { by: line.actor } : {};
        const lead = subject.kind === "lead" ? { leadId: subject.id } : {};
        return { kind: "history", at: line.at, title: sentenceOf(line), ...by, ...lead };
      }),
  );
}
