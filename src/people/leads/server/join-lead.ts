// All functions run inside the transaction that stores the inquiry.
import type { Attributions } from "#people/leads/attribution.ts";
import {
  isBefore,
  isSameProperty,
  type Lead,
  type Property,
  propertyKey,
  type Stage,
  searchedPlace,
} from "#people/leads/lead.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { rowOf } from "#platform/server/database/columns.ts";
import { keptQuery } from "#platform/server/database/queries/kept-query.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import { findOrMakePeople, type Inquirer, type Person } from "./inquirers.ts";
import { advanceStage, touchLead } from "./stage.ts";
import { ALONE, LEAD_COLUMNS, type LeadRow, NO_TIME, placeColumns, sourceColumns, touchedColumns } from "./table.ts";

export type LeadInquiry = Inquirer & {
  property?: Property | undefined;
  situation?: string | undefined;
  source?: Attributions | undefined;
  isVerbal?: boolean;
  stage: Stage;
  metAt?: Date | undefined;
  /** An imported inquiry from the past needs no next step. */
  isLive: boolean;
};

export type Joined = { leadId: string; personId: string };

type By = { actor: string; now: Date };

const CHUNK_ROWS = 100;
const CHUNK_KEYS = 1_000;

type PerInquiry<Inquiries extends readonly LeadInquiry[], Value> = { [Index in keyof Inquiries]: Value };

export async function joinLeads<Inquiries extends readonly LeadInquiry[]>(
  trx: Db,
  inquiries: readonly [...Inquiries],
  by: By,
): Promise<PerInquiry<Inquiries, Joined>> {
  const chosen = await chooseLeads(trx, inquiries);
  await writeLeads(trx, chosen, by);
  return chosen.joined;
}

export type Chosen<Inquiries extends readonly LeadInquiry[] = readonly LeadInquiry[]> = {
  joined: PerInquiry<Inquiries, Joined>;
  made: readonly Made[];
  changed: readonly Made[];
};

/** Rows that need a lead's id can be written together with the leads afterwards. */
export async function chooseLeads<Inquiries extends readonly LeadInquiry[]>(
  trx: Db,
  inquiries: readonly [...Inquiries],
): Promise<Chosen<Inquiries>> {
  const people = await findOrMakePeople(trx, inquiries);
  const known = await listLeadsOf(trx, people);
  const made: Made[] = [];
  const joined: Joined[] = [];
  for (const [index, inquiry] of inquiries.entries()) {
    const person = people[index] as Person;
    const candidates = known.get(person.root_id) ?? [];
    const key = propertyKey(inquiry.property ?? {});
    const lead = leadFor(candidates, key, inquiry);
    if (lead) addTo(lead, key, inquiry);
    else {
      const begun = begin(inquiry, person.id, key);
      candidates.push(begun);
      made.push(begun);
    }
    known.set(person.root_id, candidates);
    joined.push({ leadId: (lead ?? (candidates.at(-1) as Made)).row.id, personId: person.id });
  }
  const changed = [...known.values()].flat().filter(({ before, stage }) => before && stage);
  return { joined: joined as PerInquiry<Inquiries, Joined>, made, changed };
}

export async function writeLeads(trx: Db, { made, changed }: Omit<Chosen, "joined">, by: By): Promise<void> {
  // An old inquiry of an imported file is a sign of life too.
  const rows = made.map(({ row }) => ({ ...row, touched_at: by.now.toISOString() }));
  await together([
    ...chunksOf(rows, CHUNK_ROWS).map((some) => insertLeads(trx, some)),
    ...changed.map((lead) => update(trx, lead, by)),
  ]);
}

type Made = {
  row: LeadRow;
  before?: Before;
  stage?: { to: Stage; at: Date };
};

/** As stored. A joined lead is as open as the one that stands for it. */
type Before = { row: LeadRow; isOpen: boolean };

function leadFor(candidates: readonly Made[], key: string, { isLive }: LeadInquiry): Made | undefined {
  const latest = [...candidates].reverse();
  const open = latest.filter(({ row, before }) => (before?.isOpen ?? row.is_open === 1) || !isLive);
  return (
    open.find(({ row }) => row.property_key !== "" && isSameProperty(row.property_key, key)) ??
    (key === "" ? open[0] : open.find(({ row }) => row.property_key === ""))
  );
}

function begin(inquiry: LeadInquiry, personId: string, key: string): Made {
  const { property, situation, source, isVerbal, stage, metAt, isLive, at } = inquiry;
  const lead: Lead = {
    id: newRowId(),
    personId,
    property: property ?? {},
    situation,
    stage,
    stageAt: at.toISOString(),
    isOpen: isLive,
    inquiries: 1,
    tries: 0,
    metAt: metAt?.toISOString(),
    version: 1,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    touchedAt: at.toISOString(),
  };
  const row = {
    ...rowOf(LEAD_COLUMNS, lead),
    ...sourceColumns(source),
    property_key: key,
    search_text: searchedPlace(lead.property),
    is_open: isLive ? 1 : 0,
    source_said: isVerbal ? 1 : 0,
    next_due_time: NO_TIME,
    ...ALONE,
  };
  return { row };
}

function addTo(lead: Made, key: string, { property, situation, stage, source, metAt, isLive, at }: LeadInquiry): void {
  const { row } = lead;
  row.inquiries += 1;
  row.situation ??= situation ?? null;
  if (isLive && row.joined_into === null) row.is_open = 1;
  if (row.placed_at === null && key.length > row.property_key.length) Object.assign(row, placeColumns(property ?? {}));
  if (at.toISOString() < row.created_at) {
    row.created_at = at.toISOString();
    Object.assign(row, sourceColumns(source));
  }
  const known = lead.stage?.to ?? row.stage;
  const to = isBefore(known, stage) ? stage : known;
  if (lead.before) lead.stage = { to, at: metAt ?? at };
  else Object.assign(row, { stage: to, met_at: row.met_at ?? metAt?.toISOString() ?? null });
}

const insertLeads = keptQuery((trx: Db, rows: readonly LeadRow[]) => trx.insertInto("leads").values(rows));

async function update(trx: Db, { before, row, stage }: Made, by: By): Promise<void> {
  if (!before || !stage) return;
  const changed = Object.entries(row).filter(([name, value]) => value !== before.row[name as keyof LeadRow]);
  await trx
    .updateTable("leads")
    .set((is) => ({
      ...Object.fromEntries(changed),
      inquiries: is("inquiries", "+", row.inquiries - before.row.inquiries),
      version: is("version", "+", 1),
      updated_at: by.now.toISOString(),
      ...touchedColumns(by.now),
    }))
    .where("id", "=", row.id)
    .execute();
  if (row.joined_into) await touchLead(trx, row.joined_into, by.now);
  if (stage.to !== before.row.stage) await advanceStage(trx, row.id, { ...stage, ...by });
}

async function listLeadsOf(trx: Db, people: readonly Person[]): Promise<Map<string, Made[]>> {
  const roots = [...new Set(people.filter(({ version }) => version > 1).map(({ root_id }) => root_id))];
  const byRoot = new Map<string, Made[]>();
  for (const some of chunksOf(roots, CHUNK_KEYS)) {
    const rows = await trx
      .selectFrom("leads")
      .innerJoin("people", "people.id", "leads.person_id")
      .leftJoin("leads as whole", "whole.id", "leads.joined_into")
      .selectAll("leads")
      .select(["people.root_id", "whole.is_open as is_whole_open"])
      .where("people.root_id", "in", some)
      .orderBy("leads.created_at")
      .orderBy("leads.id")
      .execute();
    for (const { root_id, is_whole_open, ...row } of rows) {
      const before = { row: { ...row }, isOpen: (is_whole_open ?? row.is_open) === 1 };
      byRoot.set(root_id, [...(byRoot.get(root_id) ?? []), { row, before }]);
    }
  }
  return byRoot;
}
