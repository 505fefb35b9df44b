// The timeline shows everything that happened between a person and the company.
import { ANSWER_LABELS } from "#deals/offers/offer.ts";
import { listOffersOfLeads } from "#deals/offers/server/store.ts";
import type { PersonEvent } from "#deals/privacy/person.ts";
import { MAIL_KINDS } from "#delivery/mail/mail.ts";
import { listMailOf } from "#delivery/mail/server/store.ts";
import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import type { InquiryEvent } from "#inquiries/kinds/server/kind.ts";
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
import type { Db } from "#platform/server/database/tables.ts";
import { PERSON_ROW } from "./merge/merge-people.ts";

type StoredOffer = Awaited<ReturnType<typeof listOffersOfLeads>>[number];
type TimelineQuery = {
  leadIds: readonly string[];
  identities: readonly Person[];
  hashes: readonly Parameters<typeof listLedgerEntries>[1][];
};

/** Latest first. */
export async function readTimeline(db: Db, { leadIds, identities, hashes }: TimelineQuery): Promise<PersonEvent[]> {
  const inquiries: { id: string; event: InquiryEvent }[] = [];
  for (const kind of Object.values(KINDS))
    for (const kept of await kind.ofLeads(db, leadIds)) inquiries.push({ id: kept.id, event: kind.event(kept) });
  const offers = await listOffersOfLeads(db, leadIds);
  const events: PersonEvent[] = [
    ...inquiries.map(({ event }) => event),
    ...(await listLog(db, leadIds)).map(
      ({ at, by, channel, outcome, words, leadId }): PersonEvent => ({
        kind: "try",
        at,
        title: logTitle({ channel, outcome }),
        ...(words && { text: words }),
        by,
        leadId,
      }),
    ),
    ...(await listNotes(db, leadIds))
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
    ...(await mailEvents(
      db,
      [...inquiries, ...offers].map(({ id }) => id),
    )),
    ...(await permissionEvents(db, hashes)),
    ...(await historyEvents(db, leadIds, identities)),
  ];
  return events.sort((a, b) => (a.at < b.at ? 1 : -1));
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
  const events: PersonEvent[] = [];
  for (const recordId of recordIds)
    for (const { kind, state, settled_at, due_at } of await listMailOf(db, recordId)) {
      const { label, audience } = MAIL_KINDS[kind];
      if (audience === "visitor" && state === "sent")
        events.push({ kind: "mail", at: settled_at ?? due_at, title: `Sent: ${label}` });
    }
  return events;
}

const DONE: Record<(typeof PERMISSION_ACTIONS)[number], string> = {
  given: "Allowed",
  revoked: "Stopped",
  unknown: "Not known",
};

async function permissionEvents(db: Db, hashes: TimelineQuery["hashes"]): Promise<PersonEvent[]> {
  const entries = [];
  for (const one of hashes) entries.push(...(await listLedgerEntries(db, one)));
  const unique = [...new Map(entries.map((line) => [line.id, line])).values()];
  const agreements = Map.groupBy(unique, ({ at, action, record_id }) => `${at} ${action} ${record_id}`);
  return [...agreements.values()].flatMap((some) => {
    const [line] = some;
    if (!line) return [];
    const isOneCall = line.purpose === "one-call";
    const channels = isOneCall ? ["one call"] : some.map(({ channel }) => CHANNEL_LABELS[channel].toLowerCase()).sort();
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
  const events: PersonEvent[] = [];
  for (const subject of subjects)
    for (const line of await listAuditLog(db, subject)) {
      if (OMITTED_ACTIONS.includes(line.action)) continue;
      const by = line.actor.includes("@") ? { by: line.actor } : {};
      const lead = subject.kind === "lead" ? { leadId: subject.id } : {};
      events.push({ kind: "history", at: line.at, title: sentenceOf(line), ...by, ...lead });
    }
  return events;
}
