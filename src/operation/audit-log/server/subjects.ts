import { findKeys } from "#accounts/keys/server/store.ts";
import { findUsers } from "#accounts/users/server/accounts.ts";
import { findLinks } from "#accounts/users/server/links/store.ts";
import { findLink } from "#deals/campaigns/server/store.ts";
import { findOffers } from "#deals/offers/server/store.ts";
import { listEndpoints } from "#delivery/webhooks/server/store.ts";
import { type ListedEntry, subjectText } from "#operation/audit-log/audit-log.ts";
import { findCalls } from "#people/leads/server/calls.ts";
import { findInquiryNames } from "#people/leads/server/inquiries/store.ts";
import { findLeads } from "#people/leads/server/leads.ts";
import { findPeople } from "#people/leads/server/people.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { HistoryRow } from "./store.ts";

type Record_ = { name?: string | undefined; link: string };
type Finder = (db: Db, ids: string[]) => Promise<Map<string, Record_>>;

const FINDERS: Readonly<Record<string, Finder>> = {
  account: async (db, ids) =>
    byId(await findUsers(db, ids), ({ email }) => ({ name: email, link: `/admin/users?search=${encode(email)}` })),
  booking: async (db, ids) => byName(await findInquiryNames(db, ids), "/admin/bookings"),
  call: async (db, ids) =>
    byId(await findCalls(db, ids), ({ name, leadId }) => ({ name, link: `/admin/pipeline/${leadId}` })),
  contact: async (db, ids) => byName(await findInquiryNames(db, ids), "/admin/contacts"),
  invitation: async (db, ids) => byId(await findLinks(db, ids), ({ email }) => ({ name: email, link: "/admin/users" })),
  key: async (db, ids) => byId(await findKeys(db, ids), ({ name }) => ({ name, link: "/admin/keys" })),
  lead: async (db, ids) => {
    const leads = [...(await findLeads(db, ids))];
    const people = byId(
      await findPeople(
        db,
        leads.map(([, { personId }]) => personId),
      ),
      ({ name }) => name,
    );
    return new Map(
      leads.map(([asked, { id, personId }]) => [asked, { name: people.get(personId), link: `/admin/pipeline/${id}` }]),
    );
  },
  link: async (db, names) => {
    const links = await Promise.all(names.map((name) => findLink(db, name)));
    return new Map(links.flatMap((link) => (link ? [[link.name, { name: link.name, link: "/admin/campaigns" }]] : [])));
  },
  offer: async (db, ids) =>
    byId(await findOffers(db, ids), ({ id, leadId, number }) => ({
      name: `number ${number}`,
      link: `/admin/leads/${leadId}/offers/${id}`,
    })),
  "person row": async (db, ids) =>
    byId(await findPeople(db, ids), ({ id, name }) => ({ name, link: `/admin/people/${id}` })),
  webhook: async (db) => byId(await listEndpoints(db), ({ name }) => ({ name, link: "/admin/webhooks" })),
};

const PAGES: Readonly<Record<string, string>> = {
  "audit-log": "/admin/audit-log",
  availability: "/admin/availability",
  backup: "/admin/system",
  bookings: "/admin/bookings",
  calls: "/admin/pipeline?view=list",
  leads: "/admin/pipeline?view=list",
  mail: "/admin/mail",
  people: "/admin/people",
  picture: "/admin/site",
  "privacy request": "/admin/people/requests",
  roster: "/admin/roster",
  site: "/admin/site/history",
  spend: "/admin/campaigns",
};

export async function findSubjects(db: Db, rows: readonly HistoryRow[]): Promise<ListedEntry["subject"][]> {
  const found = new Map<string, Map<string, Record_>>();
  for (const [kind, some] of Map.groupBy(rows, (row) => row.subject_kind)) {
    const find = Object.hasOwn(FINDERS, kind) ? FINDERS[kind] : undefined;
    if (find) found.set(kind, await find(db, [...new Set(some.map((row) => row.subject_id))]));
  }
  return rows.map(({ subject_kind: kind, subject_id: id }) => {
    const record = found.get(kind)?.get(id);
    const link = record?.link ?? (Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined);
    const text = record?.name ? `${subjectText(kind)}: ${record.name}` : subjectText(kind);
    return { kind, text, ...(link && { link }) };
  });
}

function byId<Row extends { id: string }, Value>(rows: readonly Row[], toValue: (row: Row) => Value) {
  return new Map(rows.map((row) => [row.id, toValue(row)]));
}

function byName(names: Map<string, string>, list: string): Map<string, Record_> {
  return new Map([...names].map(([id, name]) => [id, { name, link: `${list}/${id}` }]));
}

function encode(text: string): string {
  return encodeURIComponent(text);
}
