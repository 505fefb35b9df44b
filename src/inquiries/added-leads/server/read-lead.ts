import {
  type AddedLead,
  addedLeadSchema,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
  type LeadField,
  type LeadMap,
  type SentField,
} from "#inquiries/added-leads/added-lead.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { formatPhone } from "#platform/phone.ts";

export type ReadLead = {
  lead: AddedLead;
  /** What is assigned to no field, one line each. */
  rest: string;
  /** The vendor's statement about an agreement, if it has everything that makes one. */
  statement: string | undefined;
};

export type Assigned = { values: Partial<Record<LeadField, string>>; rest: readonly SentField[] };

const OFF = /^(0|false|no|off)$/i;

/** Fields that the map does not name keep our names. Several that are assigned to one are joined. */
export function assign(sent: readonly SentField[], map: LeadMap): Assigned {
  const mapped = new Map<string, LeadField | "">(map);
  const values: Assigned["values"] = {};
  const rest: SentField[] = [];
  for (const [path, value] of sent) {
    const field = mapped.get(path) ?? LEAD_FIELD_NAMES.find((name) => name === path) ?? "";
    if (field === "") rest.push([path, value]);
    else values[field] = [values[field], value.trim()].filter(Boolean).join(field === "said" ? "\n" : " ");
  }
  return { values, rest };
}

/** Anybody can send a form of another site, so it names neither what a lead cost nor another lead. */
export function dropUnproved(values: Assigned["values"]): void {
  for (const field of ["cost", "vendorId"] as const) delete values[field];
}

export function isTest({ values: { test = "" } }: Assigned): boolean {
  return test !== "" && !OFF.test(test);
}

/** A vendor writes "Illinois", "il" or "IL", and "12175550142". What is unknown is refused by the schema. */
export function normalized({ firstName, lastName, ...values }: Assigned["values"]): Assigned["values"] {
  const { name = [firstName, lastName].filter(Boolean).join(" "), phone, situation } = values;
  const state = values["property.state"];
  return {
    ...values,
    name,
    ...(phone && { phone: formatPhone(phone.replace(/^tel:/i, "")) }),
    ...(situation && { situation: choiceOf(SITUATIONS, situation) }),
    ...(state && { "property.state": choiceOf(US_STATES, state) }),
  };
}

/** Throws invalid_input. */
export function readLead({ values: given, rest }: Assigned): ReadLead {
  const values = normalized(given);
  const of = (...names: LeadField[]) =>
    Object.fromEntries(names.flatMap((name) => (values[name] ? [[name.split(".").at(-1), values[name]]] : [])));
  const { data, error } = addedLeadSchema.safeParse({
    ...of("phone", "email", "situation", "said", "source", "campaign", "cost", "vendorId"),
    name: values.name,
    property: of("property.street", "property.city", "property.state", "property.zipCode"),
    statement: of("statement.words", "statement.at", "statement.page", "statement.certificate"),
  });
  if (error) throw invalid(error.issues);
  const statement = statementOf(data.statement);
  const unused = statement ? [] : Object.entries(data.statement ?? {}).map(([name, text]) => line(labelOf(name), text));
  const lines = [...rest.map(([path, text]) => line(path, text)), ...unused];
  return { lead: data, rest: lines.join("\n"), statement };
}

function choiceOf(choices: Readonly<Record<string, string>>, text: string): string {
  const typed = text.trim().toLowerCase();
  const known = Object.entries(choices).find((names) => names.some((name) => name.toLowerCase() === typed));
  return known?.[0] ?? text;
}

/** Words of nobody, of no time or of no place prove nothing. */
function statementOf({ words, at, page, certificate }: NonNullable<AddedLead["statement"]> = {}): string | undefined {
  if (!words || !at || !(page || certificate)) return undefined;
  const parts = [
    `“${words}”`,
    line("Time", at),
    page && line("Page", page),
    certificate && line("Certificate", certificate),
  ];
  return parts.filter(Boolean).join("\n");
}

function labelOf(name: string): string {
  return LEAD_FIELDS[`statement.${name}` as LeadField];
}

function line(name: string, text: string | undefined): string {
  return `${name}: ${text}`;
}

function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): AppError {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) fields[path.join(".")] ??= message;
  const messages = [...new Set(Object.values(fields))];
  const [only] = messages;
  return new AppError("invalid_input", messages.length === 1 && only ? only : "Please check the marked fields.", {
    fields,
  });
}
