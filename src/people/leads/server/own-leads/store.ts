// Which leads a person sees who is limited to own and unclaimed ones.

import { BELONGS_TO_COLLEAGUE, ColleagueError } from "#people/leads/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hiddenAmong, type Limit, readAs, readerNow } from "#platform/server/database/queries/limited-reads.ts";
import { ALL } from "../inquiries/table.ts";
import { findPersonByEmail, listPeopleByPhone } from "../people.ts";

type All = (table: string) => string;

/** Steps and claims by which a lead is theirs. Once a step has ended without another, the lead is still with who had it. */
function heldBy(all: All, whom: string): string {
  return `select step.lead_id from ${all("next_steps")} as step where step.assignee_id ${whom}
      and (step.ended_at is null or not exists (select 1 from ${all("next_steps")} as later
        where later.lead_id = step.lead_id and (later.ended_at is null or later.ended_at > step.ended_at)))
    union select claim.lead_id from ${all("lead_claims")} as claim where claim.ended_at is null and claim.user_id ${whom}`;
}

/** Of joined leads, the one that stands for all has steps and claims. */
function ofHeld(all: All, column: string, whom: string): string {
  const held = `(${heldBy(all, whom)})`;
  return `select ${column} from ${all("leads")} where id in ${held}
    union all select ${column} from ${all("leads")} where joined_into is not null and joined_into in ${held}`;
}

/** Who holds the meeting must find it, but does not keep it from the others. */
function isHostedBy(all: All, account: string): string {
  return `exists (select 1 from ${all("inquiries")} as asked join ${all("meetings")} as meeting on meeting.id = asked.id
    where asked.lead_id = lead.id and meeting.host_id = ${account})`;
}

/**
 * What a colleague's seller asks next is the colleague's too; else a stranger's form under that address would open the person. These
 * are few, so that reading them once is faster than asking of each row.
 */
const HIDDEN: readonly Limit[] = [
  {
    table: "hidden_leads",
    isShared: true,
    rows: ({ account, all }) => `select lead.id, lead.person_id from ${all("leads")} as lead
      where lead.person_id in (select same.id from ${all("people")} as held
          join ${all("people")} as same on same.root_id = held.root_id
          where held.id in (${ofHeld(all, "person_id", `<> ${account}`)}))
        and lead.id not in (${ofHeld(all, "id", `= ${account}`)}) and not ${isHostedBy(all, account)}`,
  },
  {
    table: "hidden_people",
    isShared: true,
    rows: ({ all }) => `select person.id from ${all("people")} as person
      where person.root_id in (select known.root_id from ${all("people")} as known
          join hidden_leads as hidden on hidden.person_id = known.id)
        and not exists (select 1 from ${all("people")} as same join ${all("leads")} as seen on seen.person_id = same.id
          where same.root_id = person.root_id and seen.id not in (select id from hidden_leads))`,
  },
  {
    table: "hidden_records",
    isShared: true,
    rows: ({ all }) => `select id from hidden_leads union all select id from hidden_people
      union all select asked.id from ${all("inquiries")} as asked join hidden_leads as hidden on hidden.id = asked.lead_id
      union all select offer.id from ${all("offers")} as offer join hidden_leads as hidden on hidden.id = offer.lead_id`,
  },
];

const COUNTED = "kind, status, topic, property_type";
const PERIOD = "substr(asked.created_at, 1, 9)";
const ASKED_COLUMNS = "asked.kind, asked.status, asked.topic, asked.property_type";

export const OWN_LEADS: readonly Limit[] = [
  ...HIDDEN,
  { table: "leads", hasIds: true, rows: notHidden("leads", "id", "hidden_leads") },
  { table: "people", hasIds: true, rows: notHidden("people", "id", "hidden_people") },
  {
    table: "inquiries",
    hasIds: true,
    rows: ({ all }) => `select asked.* from ${all("inquiries")} as asked
      where asked.lead_id is null or asked.lead_id not in (select id from hidden_leads)`,
  },
  {
    table: "inquiry_counts",
    rows: ({ all }) => {
      const hidden = `from ${all("inquiries")} as asked join hidden_leads as hidden on hidden.id = asked.lead_id`;
      return `select ${COUNTED}, period, count from ${all("inquiry_counts")}
        union all select ${ASKED_COLUMNS}, ${PERIOD}, -count(*) ${hidden} group by ${ASKED_COLUMNS}, ${PERIOD}
        union all select asked.kind, asked.status, '${ALL}', '${ALL}', ${PERIOD}, -count(*) ${hidden}
          group by asked.kind, asked.status, ${PERIOD}`;
    },
  },
  {
    table: "ended_lead_counts",
    rows: ({ all }) => `select stage, count from ${all("ended_lead_counts")}
      union all select lead.stage, -count(*) from ${all("leads")} as lead join hidden_leads as hidden on hidden.id = lead.id
        where lead.stage in ('Closed', 'Lost') group by lead.stage`,
  },
  { table: "leads_search_rows", rows: notHidden("leads_search_rows", "id", "hidden_leads") },
  { table: "people_search_rows", rows: notHidden("people_search_rows", "id", "hidden_people") },
  { table: "inquiries_search_rows", rows: seenIn("inquiries_search_rows", "inquiries") },
  ofLead("next_steps"),
  ofLead("notes"),
  ofLead("contact_tries"),
  ofLead("lead_claims"),
  ofInquiry("phone_calls"),
  ofInquiry("calls"),
];

function notHidden(table: string, column: string, hidden: string): Limit["rows"] {
  return ({ all }) => `select part.* from ${all(table)} as part where part.${column} not in (select id from ${hidden})`;
}

/** A table whose rows have the id of a lead. */
export function ofLead(table: string): Limit {
  return { table, hasIds: true, rows: notHidden(table, "lead_id", "hidden_leads") };
}

/** A table or view that shares its ids with inquiries. */
export function ofInquiry(table: string): Limit {
  return { table, rows: seenIn(table, "inquiries") };
}

/** What names a record by its id: not if the record is not seen. */
export function aboutRecord(table: string, column: string, { hasIds }: Pick<Limit, "hasIds"> = {}): Limit {
  return {
    table,
    ...(hasIds && { hasIds }),
    rows: ({ all }) => `select part.* from ${all(table)} as part
      where part.${column} is null or part.${column} not in (select id from hidden_records)`,
  };
}

function seenIn(table: string, among: string): Limit["rows"] {
  return ({ all }) =>
    `select part.* from ${all(table)} as part where exists (select 1 from ${among} as seen where seen.id = part.id)`;
}

type Named = { email?: string | undefined; phone?: string | undefined; personId?: string | undefined };

const MAX_PEOPLE = 100;

/** Whether the reader may not see one of the people with this address, number or id; with `orTheirLeads`, or a lead of theirs. */
export async function isColleagues(
  database: Database,
  { email, phone, personId }: Named,
  { orTheirLeads = false } = {},
): Promise<boolean> {
  if (readerNow() === undefined) return false;
  const db = database.read;
  const ids = await readAs(undefined, async () => {
    const same = email ? await findPersonByEmail(db, email) : undefined;
    const people = [...(same ? [same.id] : []), ...(personId ? [personId] : [])];
    if (phone) people.push(...(await listPeopleByPhone(db, [phone], MAX_PEOPLE)).map(({ id }) => id));
    if (!orTheirLeads || people.length === 0) return people;
    const leads = await db
      .selectFrom("people as named")
      .innerJoin("people", "people.root_id", "named.root_id")
      .innerJoin("leads", "leads.person_id", "people.id")
      .select("leads.id")
      .where("named.id", "in", people)
      .execute();
    return [...people, ...leads.map(({ id }) => id)];
  });
  return (await hiddenAmong(database, ids)).size > 0;
}

/** Throws belongs_to_colleague: what is done to a person as a whole is no matter for who sees a part. */
export async function requireNoColleagues(database: Database, named: Named): Promise<void> {
  if (await isColleagues(database, named, { orTheirLeads: true }))
    throw new ColleagueError("belongs_to_colleague", BELONGS_TO_COLLEAGUE);
}
