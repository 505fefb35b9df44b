import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { offeredTypes } from "#inquiries/bookings/meeting-types.ts";
import { type CallInput, type NewCall, newCallSchema } from "#inquiries/calls/call.ts";
import { type Known, type StepForm, stepOf } from "#people/leads/web/log-form.ts";
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
  /** "yes" or "no". */
  reached: string;
  said: string;
  consent: Record<Channel, boolean>;
  stop: { channels: Channel[]; words: string };
  personId: string;
  hasMeeting: boolean;
  next: StepForm;
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
  reached: "yes",
  said: "",
  consent: { call: false, text: false, email: false },
  stop: { channels: [], words: "" },
  personId: "",
  hasMeeting: false,
  next: { choice: "nothing", what: "", dueDay: "", dueTime: "" },
  meeting: {
    meetingDate: "",
    meetingTime: "",
    meetingType: Object.keys(offeredTypes(currentFacts()))[0] ?? "",
    propertyType: "",
    timeframeToSell: "",
  },
});

/** `today`: the company's day. */
export function callFormSchema(today: string): z.ZodMiniType<NewCall, CallForm> {
  return z.pipe(
    z.transform((form: CallForm) => toPayload(form, today)),
    newCallSchema,
  );
}

/** What a call proposes; their open step, which is not known here, stays unless another is chosen. */
export function knownOfCall(today: string): Known {
  return { stage: undefined, step: undefined, plan: undefined, today };
}

/** A meeting is a next step, and a caller who was not reached waits anyway. */
export function takesNext({ hasMeeting, reached }: Pick<CallForm, "hasMeeting" | "reached">): boolean {
  return reached === "yes" && !hasMeeting;
}

/** Choices are texts until the schema has checked them. */
function toPayload(
  { hasMeeting, heardChoice, heard, meeting, next, personId, reached, stop, ...form }: CallForm,
  today: string,
) {
  const step = takesNext({ hasMeeting, reached }) && stepOf({ ...next, outcome: "reached" }, knownOfCall(today));
  return {
    ...form,
    reached: reached === "yes",
    ...heardOf(heardChoice, heard),
    ...(personId && { personId }),
    ...(stop.channels.length > 0 && { stop }),
    ...(hasMeeting && { meeting }),
    ...(step && { next: step }),
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
