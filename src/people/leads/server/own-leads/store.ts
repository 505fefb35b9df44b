// Which leads a person sees who is limited to own and unclaimed ones.

import { BELONGS_TO_COLLEAGUE, ColleagueError } from "#people/leads/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hiddenAmong, type Limit, readAs, readerNow } from "#platform/server/database/queries/limited-reads.ts";
import { ALL } from "../inquiries/table.ts";
import { findPersonByEmail, listPeopleByPhone } from "../people.ts";

type All = (table: string) => string;

/** Of joined leads, the one that stands for all has steps and claims. */
function wholeOf(lead: string): string {
  return `coalesce(${lead}.joined_into, ${lead}.id)`;
}

/** A step or a claim of theirs. Once a step has ended without another, the lead is still with who had it. */
function isWith(all: All, lead: string, whom: string): string {
  return `(exists (select 1 from ${all("next_steps")} as step where step.lead_id = ${wholeOf(lead)} and step.assignee_id ${whom}
    and (step.ended_at is null or not exists (select 1 from ${all("next_steps")} as later
      where later.lead_id = step.lead_id and (later.ended_at is null or later.ended_at > step.ended_at))))
    or exists (select 1 from ${all("lead_claims")} as claim
      where claim.lead_id = ${wholeOf(lead)} and claim.ended_at is null and claim.user_id ${whom}))`;
}

/** Who holds the meeting must find it, but does not keep it from the others. */
function hostedBy(all: All, account: string): string {
  return `exists (select 1 from ${all("inquiries")} as asked join ${all("meetings")} as meeting on meeting.id = asked.id
    where asked.lead_id = lead.id and meeting.host_id = ${account})`;
}

/** What a colleague's seller asks next is the colleague's too; else a stranger's form under that address would open the person. */
function isOfColleaguesSeller(all: All, account: string): string {
  return `exists (select 1 from ${all("people")} as person join ${all("people")} as same on same.root_id = person.root_id
    join ${all("leads")} as other on other.person_id = same.id
    where person.id = lead.person_id and ${isWith(all, "other", `<> ${account}`)})`;
}

const COUNTED = "kind, status, topic, property_type";
const PERIOD = "substr(created_at, 1, 9)";

export const OWN_LEADS: readonly Limit[] = [
  {
    table: "leads",
    hasIds: true,
    isShared: true,
    rows: ({ account, all }) => `select lead.* from ${all("leads")} as lead
      where ${isWith(all, "lead", `= ${account}`)} or ${hostedBy(all, account)} or not ${isOfColleaguesSeller(all, account)}`,
  },
  {
    table: "people",
    hasIds: true,
    isShared: true,
    rows: ({ all }) => {
      const leadOf = (leads: string) => `exists (select 1 from ${all("people")} as same join ${leads} as lead
        on lead.person_id = same.id where same.root_id = person.root_id)`;
      return `select person.* from ${all("people")} as person where ${leadOf("leads")} or not ${leadOf(all("leads"))}`;
    },
  },
  {
    table: "inquiries",
    hasIds: true,
    isShared: true,
    rows: ({ all }) => `select asked.* from ${all("inquiries")} as asked where asked.lead_id is null
      or exists (select 1 from leads as lead where lead.id = asked.lead_id)`,
  },
  {
    table: "inquiry_counts",
    rows: () => `select ${COUNTED}, ${PERIOD} as period, count(*) as count from inquiries group by ${COUNTED}, ${PERIOD}
      union all select kind, status, '${ALL}', '${ALL}', ${PERIOD}, count(*) from inquiries
        group by kind, status, ${PERIOD}`,
  },
  {
    table: "ended_lead_counts",
    rows: () => "select stage, count(*) as count from leads where stage in ('Closed', 'Lost') group by stage",
  },
  { table: "leads_search_rows", rows: seenIn("leads_search_rows", "leads") },
  { table: "people_search_rows", rows: seenIn("people_search_rows", "people") },
  { table: "inquiries_search_rows", rows: seenIn("inquiries_search_rows", "inquiries") },
  ofLead("next_steps"),
  ofLead("notes"),
  ofLead("contact_tries"),
  ofLead("lead_claims"),
  ofInquiry("phone_calls"),
  ofInquiry("calls"),
];

/** A table whose rows have the id of a lead. */
export function ofLead(table: string): Limit {
  const rows: Limit["rows"] = ({ all }) =>
    `select part.* from ${all(table)} as part where exists (select 1 from leads as seen where seen.id = part.lead_id)`;
  return { table, hasIds: true, rows };
}

/** A table or view that shares its ids with inquiries. */
export function ofInquiry(table: string): Limit {
  return { table, rows: seenIn(table, "inquiries") };
}

/** What names a record by its id: not if the record is not seen. */
export function aboutRecord(table: string, column: string, { hasIds }: Pick<Limit, "hasIds"> = {}): Limit {
  const hidden = (of: string, all: All) => `exists (select 1 from ${all(of)} as record where record.id = part.${column}
    and not exists (select 1 from ${of} as seen where seen.id = record.id))`;
  return {
    table,
    ...(hasIds && { hasIds }),
    rows: ({ all }) => `select part.* from ${all(table)} as part
      where not (${["leads", "people", "inquiries", "offers"].map((of) => hidden(of, all)).join(" or ")})`,
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
