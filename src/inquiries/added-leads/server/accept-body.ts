import { LEAD_FIELDS } from "#inquiries/added-leads/added-lead.ts";
import type { RepairedField } from "#inquiries/added-leads/lead-key.ts";
import type { LogIn } from "#inquiries/calls/server/made-call.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Call } from "#people/leads/call.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { shownText } from "#platform/text.ts";
import { addLead } from "./add-lead.ts";
import { requireLeadKey } from "./change-lead-key.ts";
import { readText } from "./posted.ts";
import { assign, dropUnproved, normalized, readLead } from "./read-lead.ts";
import { deleteRefused, findRefused, findSettings } from "./store.ts";
import { mapOf } from "./table.ts";

type Which = { keyId: string; id: string };
type Repair = readonly { field: RepairedField; value: string }[];

/** Throws not_found, invalid_input. */
export async function acceptBody(
  database: Database,
  { keyId, id, repair, ...by }: By & Which & { repair: Repair; logIn: LogIn },
): Promise<Call> {
  const row = await findRefused(database.read, keyId, id);
  if (!row) throw bodyNotFound();
  const { scope } = await requireLeadKey(database.read, keyId);
  const settings = await findSettings(database.read, keyId);
  const { fields } = readText(row.body);
  const assigned = assign(
    fields.map(([path, value]) => [shownText(path), shownText(value)]),
    mapOf(settings),
  );
  const values = normalized(assigned.values);
  if (scope === "form") dropUnproved(values);
  // What was sent stays beside the lead.
  const rest = fields.length > 0 ? [...assigned.rest] : [["Body", shownText(row.body)] as const];
  for (const { field, value } of repair) {
    const sent = values[field];
    if (sent && sent !== value) rest.push([`${LEAD_FIELDS[field]}, as sent`, sent]);
    values[field] = value;
  }
  return addLead(database, {
    ...by,
    read: readLead({ values, rest }),
    key: { keyId, origin: scope === "form" ? "form" : "program" },
    settings,
    idempotency: undefined,
    // The one who accepts it knows of it.
    isByProgram: false,
    begin: async (trx) => {
      if (!(await deleteRefused(trx, id))) throw bodyNotFound();
    },
  });
}

/** Throws not_found. */
export async function dropBody(
  database: Database,
  { keyId, id, actor, now }: Which & { actor: string; now: Date },
): Promise<void> {
  await database.transaction(async (trx) => {
    if (!(await findRefused(trx, keyId, id)) || !(await deleteRefused(trx, id))) throw bodyNotFound();
    const subject = { kind: "key", id: keyId };
    await writeAuditLogEntry(trx, { subject, actor, action: "deleted", to: "a refused body", now });
  });
}

export function bodyNotFound(): AppError {
  return new AppError("not_found", "This body is gone: it was accepted or deleted");
}
