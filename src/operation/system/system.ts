import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** not checked: it could not be determined, or does not apply here. */
export const FINDING_STATES = ["ok", "warning", "trouble", "not checked"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const GROUPS = {
  site: "This site",
  backups: "Backups",
  address: "Address and certificate",
  mail: "Email and webhooks",
  machine: "Machine and files",
  traffic: "The last day",
} as const;

export type Group = keyof typeof GROUPS;

export const findingSchema = z.object({
  id: z.string(),
  group: z.enum(Object.keys(GROUPS) as [Group, ...Group[]]),
  title: z.string(),
  state: z.enum(FINDING_STATES),
  found: z.string(),
  toDo: z.nullable(z.string()),
  isQuiet: z.boolean(),
});

export type Finding = z.infer<typeof findingSchema>;

const ORDER: readonly FindingState[] = ["trouble", "warning", "not checked", "ok"];

export function worstFirst<Of extends { state: FindingState }>(findings: readonly Of[]): Of[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** no: results of other machines from the last minutes are used, so that the answer rarely waits for them. */
export const systemQuerySchema = z.object({ fresh: z._default(z.enum(["yes", "no"]), "yes") });

export const systemAnswerSchema = answerOf({
  version: z.string(),
  checkedAt: z.string(),
  findings: z.array(findingSchema),
});

export type SystemAnswer = z.infer<typeof systemAnswerSchema>;
