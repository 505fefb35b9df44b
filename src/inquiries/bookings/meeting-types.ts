// This table has everything that differs between types of meetings.

import type { Facts } from "#company/facts/schema.ts";
import { shownAddress } from "#company/shell/shown.ts";
import { formatPhone } from "#platform/phone.ts";

type Place = { property: string; phone: string };

type TypeOfMeeting = {
  label: string;
  filter: "In-Person Meeting" | "Virtual Meeting (Video Call)" | "Phone Call";
  at: "property" | "office" | undefined;
  hasBuffer: boolean;
  place: (booking: Place, facts: Facts) => string;
  whereabouts?: (facts: Facts) => string;
  preparation: string;
};

function office(facts: Facts): string {
  return shownAddress(facts)?.line ?? "We tell you the address before we meet.";
}

export const MEETING_TYPES = {
  "in-person-property": {
    label: "In person at the property",
    filter: "In-Person Meeting",
    at: "property",
    hasBuffer: true,
    place: ({ property }) => property,
    preparation: "We come to the property. Nothing needs to be cleaned or repaired for it.",
  },
  "in-person-office": {
    label: "In person at our office",
    filter: "In-Person Meeting",
    at: "office",
    hasBuffer: true,
    place: (_, facts) => [facts.company.name, shownAddress(facts)?.line ?? "our office"].join(", "),
    whereabouts: office,
    preparation: "We meet at our office. Bring whatever papers about the house you have at hand; none is required.",
  },
  virtual: {
    label: "Virtual (video call)",
    filter: "Virtual Meeting (Video Call)",
    at: undefined,
    hasBuffer: false,
    place: () => "Video call",
    preparation: "We meet by video. We send the link beforehand, and call if you have not got it.",
  },
  phone: {
    label: "Phone call",
    filter: "Phone Call",
    at: undefined,
    hasBuffer: false,
    place: ({ phone }) => `Phone call: we call ${formatPhone(phone)}`,
    preparation: "We call you. Please have the phone at hand.",
  },
} as const satisfies Record<string, TypeOfMeeting>;

export type MeetingType = keyof typeof MEETING_TYPES;

export function meetingType(type: MeetingType): TypeOfMeeting {
  return MEETING_TYPES[type];
}

const TYPES = Object.entries<TypeOfMeeting>(MEETING_TYPES) as [MeetingType, TypeOfMeeting][];

export const MEETING_TYPE_LABELS = Object.fromEntries(TYPES.map(([type, { label }]) => [type, label])) as Record<
  MeetingType,
  string
>;
