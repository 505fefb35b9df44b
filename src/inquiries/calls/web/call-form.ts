import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { offeredTypes } from "#inquiries/bookings/meeting-types.ts";
import { type CallInput, type NewCall, newCallSchema } from "#inquiries/calls/call.ts";
import { EMPTY_LOG, type Known, type LogForm, logFormSchema, newLogOf } from "#people/leads/web/log-form.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { randomKey } from "#platform/web/attempt-key.ts";

export const OTHER = "other";

export type MeetingField = keyof NonNullable<CallInput["meeting"]>;

export type CallForm = {
  name: string;
  phone: string;
  email: string;
  property: { street: string; city: string; state: string; zipCode: string };
  situation: string;
  /** A campaign as JSON, "other" or "". */
  heardChoice: string;
  heard: { source: string };
  said: string;
  consent: Record<Channel, boolean>;
  log: LogForm;
  personId: string;
  hasMeeting: boolean;
  meeting: { meetingDate: string; meetingTime: string; meetingType: string } & { [Field in MeetingField]?: string };
};

export const emptyCall = (): CallForm => ({
  name: "",
  phone: "",
  email: "",
  property: { street: "", city: "", state: "", zipCode: "" },
  situation: "",
  heardChoice: "",
  heard: { source: "" },
  said: "",
  consent: { call: false, text: false, email: false },
  log: EMPTY_LOG,
  personId: "",
  hasMeeting: false,
  meeting: {
    meetingDate: "",
    meetingTime: "",
    meetingType: Object.keys(offeredTypes(currentFacts()))[0] ?? "",
    propertyType: "",
    timeframeToSell: "",
  },
});

/** The errors of both forms appear at once. `readKnown`: of the lead that the call is about. */
export function callFormSchema(readKnown: () => Known): z.ZodMiniType<NewCall, CallForm> {
  return z.transform((form: CallForm, { issues }) => {
    const call = newCallSchema.safeParse(toPayload(form, readKnown()));
    const log = logFormSchema(!form.hasMeeting).safeParse(form.log);
    const add = ({ path, message }: z.core.$ZodIssue, within: string[] = []) =>
      issues.push({ code: "custom", path: [...within, ...path], message, input: form });
    for (const issue of call.error?.issues ?? []) if (issue.path[0] !== "log") add(issue);
    // What was said is the note.
    for (const issue of log.error?.issues ?? []) if (issue.path[0] !== "words") add(issue, ["log"]);
    return call.data ?? z.NEVER;
  });
}

/** Choices are texts until the schema has checked them. A meeting is a next step. */
function toPayload({ hasMeeting, heardChoice, heard, meeting, personId, log, ...form }: CallForm, known: Known) {
  const { words: _, version: __, ...entry } = newLogOf(log, known, !hasMeeting);
  return {
    ...form,
    ...heardOf(heardChoice, heard),
    ...(personId && { personId }),
    ...(hasMeeting && { meeting }),
    ...(entry.outcome !== "note" || entry.next !== undefined ? { log: entry } : { reached: false }),
  } as CallInput;
}

function heardOf(choice: string, words: CallForm["heard"]) {
  if (choice === "") return {};
  return { heard: choice === OTHER ? words : JSON.parse(choice) };
}

// Memory alone stores the input, because it is personal: it survives a closed dialog, not a reload or a sign-out.
let kept: { owner: string; form: CallForm } | undefined;

export function storedCall(owner: string): CallForm | undefined {
  return kept?.owner === owner ? kept.form : undefined;
}

export function storeCall(owner: string, form: CallForm | undefined): void {
  kept = form && JSON.stringify(form) !== JSON.stringify(emptyCall()) ? { owner, form } : undefined;
}

let last: { call: string; key: string } | undefined;

/** Equal content has the same key, so that a retry after a lost answer does not enter a second call. */
export function callKey(content: unknown): string {
  const call = JSON.stringify(content);
  if (last?.call !== call) last = { call, key: randomKey() };
  return last.key;
}

/** Call it after a call is saved, because the next one may have the same content. */
export function forgetCallKey(): void {
  last = undefined;
}
