import type { Lead, Property, Stage } from "#people/leads/lead.ts";
import { emailKey } from "#platform/email.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteCallsOf } from "./calls.ts";
import { leaveJoined, moveHistory } from "./joined-leads.ts";
import { deletePeople, findPerson, listMerged } from "./people.ts";
import { type LeadRow, placeColumns, seenFrom, toLead } from "./table.ts";

const CHUNK_IDS = 1_000;
/** So few that the text of the query is kept. */
const CHUNK_STATES = 400;
const STATE_NAMES = ["id", "stage", "is_open", "next_due_day", "next_assignee_id", "asleep_until"] as const;

/** Of a joined lead it is the one that stands for it, with the joined lead's own person and property. */
export async function findLead(db: Db, id: string): Promise<Lead | undefined> {
  return (await findLeads(db, [id])).get(id);
}

/** By the ids asked for. Inquiries and tries are those of all that are joined. */
export async function findLeads(db: Db, ids: readonly string[]): Promise<Map<string, Lead>> {
  return (await findFamilies(db, { ids })).seen(ids);
}

type Asked = { ids: readonly string[] } | { personIds: readonly string[] };

export type Families = {
  /** The leads that stand for those asked for, by id. Inquiries and tries are those of all that are joined. */
  wholes: ReadonlyMap<string, Lead>;
  /** Those that are joined into one of these, the eldest first. */
  joined: readonly Lead[];
  /** These leads by id: each as the one that stands for it, with its own person and property. */
  seen: (ids: readonly string[]) => Map<string, Lead>;
  /** Of the leads of these people, the newest first. */
  idsOf: (personIds: readonly string[]) => string[];
};

/** Leads, or those of these people, with all that they are joined with. */
export async function findFamilies(db: Db, asked: Asked): Promise<Families> {
  const isNone = Object.values(asked).every((values) => values.length === 0);
  const rows = isNone ? [] : (await familyRows(db, asked)).map(toLead);
  const byId = new Map(rows.map((lead) => [lead.id, lead]));
  const wholeOf = (lead: Lead) => byId.get(lead.joinedInto ?? lead.id) ?? lead;
  const joined = rows.filter((lead) => wholeOf(lead) !== lead);
  for (const lead of joined) {
    const whole = wholeOf(lead);
    Object.assign(whole, { inquiries: whole.inquiries + lead.inquiries, tries: whole.tries + lead.tries });
  }
  return {
    wholes: new Map(rows.filter((lead) => wholeOf(lead) === lead).map((lead) => [lead.id, lead])),
    joined,
    seen: (ids) =>
      new Map(ids.flatMap((id) => byId.get(id) ?? []).map((lead) => [lead.id, seenFrom(lead, wholeOf(lead))])),
    idsOf: (personIds) =>
      rows
        .filter(({ personId }) => personIds.includes(personId))
        .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? -1 : 1))
        .map(({ id }) => id),
  };
}

const familyRows = keptRead((db: Db, asked: { ids?: readonly string[]; personIds?: readonly string[] }) => {
  const [column, values] = asked.ids ? (["id", asked.ids] as const) : (["person_id", asked.personIds ?? []] as const);
  return db
    .with("wholes", (is) =>
      is
        .selectFrom("leads")
        .select(({ fn }) => fn.coalesce("joined_into", "id").as("id"))
        .where(column, "in", values),
    )
    .selectFrom("leads")
    .selectAll()
    .where("id", "in", (is) => is.selectFrom("wholes").select("id"))
    .unionAll((is) =>
      is
        .selectFrom("leads")
        .selectAll()
        .where("joined_into", "in", (of) => of.selectFrom("wholes").select("id")),
    )
    .orderBy("created_at")
    .orderBy("id");
});

/** What decides where a lead stands. */
export type LeadState = Pick<Lead, "id" | "stage" | "isOpen" | "nextDueDay" | "nextAssigneeId" | "asleepUntil">;

/** By the ids asked for, those of the leads that stand for them. Whole leads take four times as long to read. */
export async function findStates(db: Db, ids: readonly string[]): Promise<Map<string, LeadState>> {
  const rows = await stateRows(db, ids);
  const wholes = await stateRows(
    db,
    rows.flatMap(({ joined_into }) => joined_into ?? []),
  );
  const byId = new Map([...rows, ...wholes].map((row) => [row.id, row]));
  const states = new Map([...byId].map(([id, row]) => [id, toState(row)]));
  return new Map(
    ids.flatMap((id) => {
      const state = states.get(byId.get(id)?.joined_into ?? id);
      return state ? [[id, state] as const] : [];
    }),
  );
}

function toState(row: Pick<LeadRow, (typeof STATE_NAMES)[number]>): LeadState {
  return {
    id: row.id,
    stage: row.stage,
    isOpen: row.is_open === 1,
    nextDueDay: row.next_due_day ?? undefined,
    nextAssigneeId: row.next_assignee_id ?? undefined,
    asleepUntil: row.asleep_until ?? undefined,
  };
}

async function stateRows(db: Db, ids: readonly string[]) {
  const chunks = [...chunksOf([...new Set(ids)], CHUNK_STATES)];
  return (await together(chunks.map((some) => someStates(db, { ids: some })))).flat();
}

const someStates = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom("leads")
    .select([...STATE_NAMES, "joined_into"])
    .where("id", "in", ids),
);

/** The ids of these leads and of all that are joined with one of them. */
export async function joinedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  return withJoined(ids, await findFamilies(db, { ids }));
}

/** The leads of one family by the id of the one that stands for all. */
export function familyOf(id: string, { joined }: Pick<Families, "joined">): string[] {
  return [id, ...joined.filter(({ joinedInto }) => joinedInto === id).map((one) => one.id)];
}

export function withJoined(ids: readonly string[], { wholes, joined }: Families): string[] {
  return [...new Set([...ids, ...wholes.keys(), ...joined.map(({ id }) => id)])];
}

/** What lists of inquiries say of their leads: how often staff tried to reach the person, and whether the lead is lost. */
export async function marksOf(
  db: Db,
  inquiries: readonly { leadId: string }[],
): Promise<{ tries?: number; isLost?: true }[]> {
  if (inquiries.length === 0) return [];
  const rows = await triesOf(db, { ids: [...new Set(inquiries.map(({ leadId }) => leadId))] });
  const byLead = new Map(
    rows.map(({ id, own, joined, stage }) => {
      const tries = own + Number(joined ?? 0);
      return [id, { ...(tries > 0 && { tries }), ...(stage === "Lost" && { isLost: true as const }) }];
    }),
  );
  return inquiries.map(({ leadId }) => byLead.get(leadId) ?? {});
}

const triesOf = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom("leads as one")
    .leftJoin("leads as whole", "whole.id", "one.joined_into")
    .select((is) => [
      "one.id",
      is.fn.coalesce("whole.tries", "one.tries").as("own"),
      is.fn.coalesce("whole.stage", "one.stage").as("stage"),
    ])
    .select((is) =>
      is
        .selectFrom("leads as joined")
        .select(({ fn }) => fn.sum<number | null>("joined.tries").as("tries"))
        .where("joined.joined_into", "=", is.fn.coalesce("whole.id", "one.id"))
        .as("joined"),
    )
    .where("one.id", "in", ids),
);

export type Standing = { stage: Stage; nextStep: string | null; nextStepDue: string | null };

export async function findStanding(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>();
  for (const some of chunksOf([...new Set(ids)], CHUNK_IDS)) {
    const rows = await db
      .selectFrom("leads as one")
      .innerJoin("leads", (join) => join.on((is) => is("leads.id", "=", is.fn.coalesce("one.joined_into", "one.id"))))
      .leftJoin("next_steps", (join) =>
        join.onRef("next_steps.lead_id", "=", "leads.id").on("next_steps.ended_at", "is", null),
      )
      .select(["one.id", "leads.stage", "what as nextStep", "due_day as nextStepDue"])
      .where("one.id", "in", some)
      .execute();
    for (const { id, ...standing } of rows) found.set(id, standing);
  }
  return found;
}

/** Joined leads are as they would be alone. */
export async function listLeadsOfPeople(db: Db, personIds: readonly string[]): Promise<Lead[]> {
  if (personIds.length === 0) return [];
  const rows = await db
    .selectFrom("leads")
    .selectAll()
    .where("person_id", "in", personIds)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toLead);
}

/** A lead without inquiries but with a further history stays, unless the person is erased. Returns whether it is deleted. */
export async function detachFromLead(
  trx: Db,
  leadId: string,
  { isErasure = false, leaving }: { isErasure?: boolean; leaving?: string } = {},
): Promise<boolean> {
  let query = trx.selectFrom("leads").selectAll().where("id", "=", leadId);
  if (hasRowLocks(trx)) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) return false;
  await trx
    .updateTable("leads")
    .set({ inquiries: row.inquiries - 1 })
    .where("id", "=", leadId)
    .execute();
  const { offeredAt, contractAt, closedAt } = toLead(row);
  const hasResult = offeredAt ?? contractAt ?? closedAt;
  await deleteIdleMates(trx, row.person_id, leaving);
  if (row.inquiries > 1 || (hasResult && !isErasure)) return false;
  if (!isErasure) await moveHistory(trx, leadId);
  await deleteLeads(trx, [leadId]);
  await deleteWithoutLeads(trx, row.person_id, leaving);
  return true;
}

/** The person is merged with nobody. Returns the ids of the deleted leads and calls. */
export async function erasePersonRows(trx: Db, personId: string): Promise<string[]> {
  const ids = (await listLeadsOfPeople(trx, [personId])).map(({ id }) => id);
  const calls = ids.length > 0 ? await deleteCallsOf(trx, ids) : [];
  await deleteLeads(trx, ids);
  await deletePeople(trx, [personId]);
  return [...ids, ...calls];
}

/** The lead is locked. */
export async function setPlace(trx: Db, id: string, property: Property, now: Date): Promise<void> {
  const place = { ...placeColumns(property), placed_at: now.toISOString() };
  await trx.updateTable("leads").set(place).where("id", "=", id).execute();
}

export async function giveLeadTo(trx: Db, lead: Lead, personId: string): Promise<void> {
  await trx.updateTable("leads").set({ person_id: personId }).where("id", "=", lead.id).execute();
  await deleteWithoutLeads(trx, lead.personId);
}

/** Unless an inquiry of the person is in a lead of another one; `leaving` is about to become another person's. */
export async function deleteWithoutLeads(trx: Db, personId: string, leaving?: string): Promise<void> {
  const left = await trx.selectFrom("leads").select("id").where("person_id", "=", personId).limit(1).executeTakeFirst();
  if (!left && !(await hasInquiryElsewhere(trx, personId, leaving))) await deletePeople(trx, [personId]);
}

/** A merged person's inquiry may be in a lead of another one: parting gives it back. */
async function hasInquiryElsewhere(trx: Db, personId: string, leaving = ""): Promise<boolean> {
  const person = await findPerson(trx, personId);
  const merged = person ? await listMerged(trx, person.rootId) : [];
  if (!person || merged.length <= 1) return false;
  const inquiry = await trx
    .selectFrom("inquiries")
    .innerJoin("leads", "leads.id", "inquiries.lead_id")
    .leftJoin("phone_calls", "phone_calls.id", "inquiries.id")
    .select("inquiries.id")
    .where("inquiries.id", "<>", leaving)
    .where(
      "leads.person_id",
      "in",
      merged.map(({ id }) => id),
    )
    .where((is) =>
      is.or([
        is("phone_calls.person_id", "=", personId),
        ...(person.email ? [is("inquiries.email_key", "=", emailKey(person.email))] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return inquiry !== undefined;
}

/** People who were merged with this one and have neither a lead nor an inquiry any more. */
async function deleteIdleMates(trx: Db, personId: string, leaving?: string): Promise<void> {
  const person = await findPerson(trx, personId);
  const merged = person ? await listMerged(trx, person.rootId) : [];
  for (const { id } of merged) if (id !== personId) await deleteWithoutLeads(trx, id, leaving);
}

export async function deleteLeads(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await leaveJoined(trx, ids);
  await deleteCallsOf(trx, ids);
  for (const table of ["next_steps", "notes", "contact_tries", "lead_claims"] as const)
    await trx.deleteFrom(table).where("lead_id", "in", ids).execute();
  await trx.deleteFrom("leads").where("id", "in", ids).execute();
}

export async function findLeadRecords(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return { leads: [], nextSteps: [], notes: [], contactTries: [], claims: [], calls: [] };
  const of = (table: "next_steps" | "notes" | "contact_tries" | "lead_claims" | "calls") =>
    db.selectFrom(table).selectAll().where("lead_id", "in", ids).orderBy("id").execute();
  return {
    leads: await db.selectFrom("leads").selectAll().where("id", "in", ids).orderBy("id").execute(),
    nextSteps: await of("next_steps"),
    notes: await of("notes"),
    contactTries: await of("contact_tries"),
    claims: await of("lead_claims"),
    calls: await of("calls"),
  };
}
