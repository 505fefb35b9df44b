import type * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import type { LeadHeading } from "#deals/follow-up/leads-file.ts";
import { NO_SUCH_STATE } from "#inquiries/bookings/booking.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { offeredStates } from "#inquiries/bookings/us-states.ts";
import { LOST_REASONS, type LostReason, propertySchema, STAGES, type Stage } from "#people/leads/lead.ts";
import { newStepSchema } from "#people/leads/next-step.ts";
import { newNoteSchema } from "#people/leads/note.ts";
import { parseDay } from "#platform/dates.ts";
import { findChoice, readCreatedAt } from "#platform/server/csv/cells.ts";
import type { Cells, Refuse } from "#platform/server/csv/csv-import.ts";
import { emailSchema, lineSchema, optionalPhoneSchema } from "#platform/text.ts";

export type ImportedLead = {
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  property: z.infer<typeof propertySchema>;
  situation?: string | undefined;
  heard: { source?: string | undefined; campaign?: string | undefined };
  /** Without a stage in the file, the lead is open only if it has a next step. */
  stage?: Stage | undefined;
  reason?: LostReason | undefined;
  step?: { what: string; dueDay: string; assigneeId: string | undefined } | undefined;
  notes?: string | undefined;
  at: Date;
};

type Cell = Cells<LeadHeading>;
type RefuseCell = Refuse<LeadHeading>;
type Context = { assignees: ReadonlyMap<string, string>; now: Date };

const MAX_NAME_LENGTH = 200;
const MAX_SOURCE_LENGTH = 100;
const DAY = "Please write the date like 2026-11-25";

/** Undefined if a cell was refused. `assignees` maps e-mail addresses of active admins, in lower case, to ids. */
export function readLead(cell: Cell, refuse: RefuseCell, { assignees, now }: Context): ImportedLead | undefined {
  let isRight = true;
  const wrong: RefuseCell = (column, reason) => {
    isRight = false;
    refuse(column, reason);
  };
  const parse = <Output>(schema: z.ZodMiniType<Output>, column: LeadHeading): Output | undefined => {
    const parsed = schema.safeParse(cell(column));
    if (!parsed.success) wrong(column, parsed.error.issues[0]?.message ?? "Not valid");
    return parsed.data;
  };
  const optional = <Output>(schema: z.ZodMiniType<Output>, column: LeadHeading) =>
    cell(column) === "" ? undefined : parse(schema, column);

  const name = parse(lineSchema(MAX_NAME_LENGTH, "Name is required"), "Name");
  const email = optional(emailSchema("Email is required"), "Email");
  const phone = optional(optionalPhoneSchema, "Phone");
  if (cell("Email") === "" && cell("Phone") === "") wrong("Email", "Please give an e-mail address or a phone number");
  const property = {
    street: optional(propertySchema.shape.street, "Street"),
    city: optional(propertySchema.shape.city, "City"),
    state: chosen(cell("State"), offeredStates(currentFacts()), () => wrong("State", NO_SUCH_STATE)),
    zipCode: optional(propertySchema.shape.zipCode, "ZIP code"),
  };
  const at = readCreatedAt(cell("Created at"), { now, timeZone: currentFacts().timeZone }, (reason) =>
    wrong("Created at", reason),
  );
  const lead = {
    name: name ?? "",
    email,
    phone: phone || undefined,
    property,
    situation: chosen(cell("Situation"), SITUATIONS, (reason) => wrong("Situation", reason)),
    heard: {
      source: optional(lineSchema(MAX_SOURCE_LENGTH), "Source"),
      campaign: optional(lineSchema(MAX_SOURCE_LENGTH), "Campaign"),
    },
    ...readStage(cell, wrong),
    step: readStep(cell, wrong, assignees),
    notes: optional(newNoteSchema.shape.text, "Notes"),
    at: at ?? now,
  };
  return isRight ? lead : undefined;
}

function readStage(cell: Cell, wrong: RefuseCell): Pick<ImportedLead, "stage" | "reason"> {
  const labels = Object.fromEntries(STAGES.map((stage) => [stage, stage])) as Record<Stage, string>;
  const stage = chosen(cell("Stage"), labels, (reason) => wrong("Stage", reason));
  const reason = chosen(cell("Lost reason"), LOST_REASONS, (why) => wrong("Lost reason", why));
  if (stage === "Lost" && cell("Lost reason") === "") wrong("Lost reason", "A lost lead needs a reason");
  if (reason && stage !== "Lost") wrong("Lost reason", "Only a lost lead has a reason");
  return { stage, reason };
}

function readStep(cell: Cell, wrong: RefuseCell, assignees: ReadonlyMap<string, string>): ImportedLead["step"] {
  const [what, due, who] = [cell("Next step"), cell("Next step due"), cell("Assigned to")];
  if (what === "" && due === "" && who === "") return undefined;
  const text = newStepSchema.shape.what.safeParse(what);
  if (!text.success) wrong("Next step", text.error.issues[0]?.message ?? "Not valid");
  const dueDay = parseDay(due);
  if (!dueDay) wrong("Next step due", DAY);
  if (["closed", "lost"].includes(cell("Stage").toLowerCase())) wrong("Next step", "An ended lead has no next step");
  const assigneeId = assignees.get(who.toLowerCase());
  if (who !== "" && !assigneeId) wrong("Assigned to", "Please write the e-mail address of an admin, or leave it empty");
  return text.success && dueDay ? { what: text.data, dueDay, assigneeId } : undefined;
}

/** Accepts a value or a label, case-insensitively; undefined for an empty cell. */
function chosen<Value extends string>(
  text: string,
  labels: Readonly<Record<Value, string>>,
  refuse: (reason: string) => void,
): Value | undefined {
  if (text === "") return undefined;
  const found = findChoice(text, labels);
  if (!found) refuse(`Please write one of: ${Object.values(labels).join(", ")}`);
  return found;
}
