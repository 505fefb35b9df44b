import { findUsers } from "#accounts/users/server/accounts.ts";
import type { LeadHeading } from "#deals/follow-up/leads-file.ts";
import { type Attribution, attributedSource, campaignOf } from "#people/leads/attribution.ts";
import type { Call } from "#people/leads/call.ts";
import { type Lead, LOST_REASONS } from "#people/leads/lead.ts";
import type { NextStep } from "#people/leads/next-step.ts";
import type { Person } from "#people/leads/person.ts";
import { listCallBlock } from "#people/leads/server/calls.ts";
import { type LeadFilter, listLeadBlock } from "#people/leads/server/lead-lists.ts";
import { findVisits } from "#people/leads/server/lead-sources.ts";
import { findLeads } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPeople } from "#people/leads/server/people.ts";
import { formatPhone } from "#platform/phone.ts";
import { type CsvColumns, type CsvFile, csvOf } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";

type Row = {
  id: string;
  lead: Lead;
  person: Person | undefined;
  step: NextStep | undefined;
  assignee: string | undefined;
  source: string;
  campaign: string;
};

/** The import reads these, and notes beside them. */
const LEAD_COLUMNS: CsvColumns<Row> & Record<Exclude<LeadHeading, "Notes">, (row: Row) => string | undefined> = {
  Name: ({ person }) => person?.name,
  Email: ({ person }) => person?.email,
  Phone: ({ person }) => person?.phone && formatPhone(person.phone),
  Street: ({ lead }) => lead.property.street,
  City: ({ lead }) => lead.property.city,
  State: ({ lead }) => lead.property.state,
  "ZIP code": ({ lead }) => lead.property.zipCode,
  Situation: ({ lead }) => lead.situation,
  Source: ({ source }) => source,
  Campaign: ({ campaign }) => campaign,
  Stage: ({ lead }) => lead.stage,
  "Lost reason": ({ lead }) => lead.lostReason && LOST_REASONS[lead.lostReason],
  "Next step": ({ step }) => step?.what,
  "Next step due": ({ step }) => step?.dueDay,
  "Assigned to": ({ assignee }) => assignee,
  "Created at": ({ lead }) => lead.createdAt,
};

/** `among`: only these. */
export function exportLeads(database: Database, filter: LeadFilter, among: readonly string[] | undefined): CsvFile {
  return csvOf(LEAD_COLUMNS, async (after, limit) => {
    const db = database.read;
    const ids = await listLeadBlock(db, { filter, among, after }, limit);
    const leads = await findLeads(db, ids);
    const people = await findPeople(db, [...new Set([...leads.values()].map(({ personId }) => personId))]);
    const byId = new Map(people.map((person) => [person.id, person]));
    const open = (await listNextSteps(db, ids)).filter(({ ended }) => !ended);
    const steps = new Map(open.map((step) => [step.leadId, step]));
    const users = await findUsers(db, [...new Set(open.flatMap(({ assigneeId }) => assigneeId ?? []))]);
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    const visits = await findVisits(db, ids);
    return ids.flatMap((id): Row[] => {
      const lead = leads.get(id);
      if (!lead) return [];
      const visit = visits.get(id) ?? {};
      const step = steps.get(id);
      const assignee = step?.assigneeId && emails.get(step.assigneeId);
      const found = { source: attributedSource(visit), campaign: campaignOf(visit) };
      return [{ id, lead, person: byId.get(lead.personId), step, assignee, ...found }];
    });
  });
}

const CALL_COLUMNS: CsvColumns<Call> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone && formatPhone(phone),
  Street: ({ property }) => property.street,
  City: ({ property }) => property.city,
  State: ({ property }) => property.state,
  "ZIP code": ({ property }) => property.zipCode,
  Situation: ({ situation }) => situation,
  Source: ({ heard, source }) => heard?.source ?? visitOf(source, attributedSource),
  Campaign: ({ heard, source }) => heard?.campaign ?? visitOf(source, campaignOf),
  "What they said": ({ said }) => said,
  "Taken by": ({ takenBy }) => takenBy,
  "First contact at": ({ firstContact }) => firstContact?.at,
  "Created at": ({ createdAt }) => createdAt,
  "Asked for a call": ({ askedFor }) => askedFor,
  "To be called from": ({ callFrom }) => callFrom,
};

function visitOf(source: Call["source"], read: (visit: Attribution) => string): string | undefined {
  return source?.first && read(source.first);
}

/** Without the records of imported files, which were no calls. */
export function exportCalls(database: Database): CsvFile {
  return csvOf(CALL_COLUMNS, (after, limit) => listCallBlock(database.read, after, limit));
}
