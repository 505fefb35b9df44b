import { BOOKINGS } from "#inquiries/bookings/server/admin/booking-kind.ts";
import { MESSAGES } from "#inquiries/contact/server/contact-kind.ts";
import type { AnyInquiry, Kind } from "#inquiries/kinds/server/kind.ts";
import { CALL_WAYS, type Call } from "#people/leads/call.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { deleteCallRow, findCall, findCallsOfLeads, updateCall } from "#people/leads/server/calls.ts";
import { AppError } from "#platform/errors.ts";
import { askedText } from "./asked-text.ts";

const CALLS: Kind<Call> = {
  kind: "call",
  find: findCall,
  ofLeads: findCallsOfLeads,
  notFound: () => new AppError("not_found", "This call was deleted since"),
  present: () => ({}),
  event: (call) => ({
    kind: "call",
    at: call.createdAt,
    title: titleOf(call),
    ...(call.said && { text: call.said }),
    ...(call.origin !== "call-back" && { by: call.takenBy }),
    leadId: call.leadId,
  }),
  words: (call) => askedText(call) ?? call.said,
  isOpen: () => true,
  update: updateCall,
  deleteRow: deleteCallRow,
};

function titleOf(call: Call): string {
  const { origin = "phone", waitingSince, firstContact } = call;
  return `${askedText(call) ?? CALL_WAYS[origin].came}${waitingSince && !firstContact ? ", not reached yet" : ""}`;
}

/** All ways in which people come to the company. */
export const KINDS = { booking: BOOKINGS, contact: MESSAGES, call: CALLS } as unknown as Readonly<
  Record<InquiryKind, Kind<AnyInquiry>>
>;
