// This table has everything that differs between types of meetings.

import type { MEETING_TYPE_NAMES } from "#company/facts/choices.ts";
import type { Facts } from "#company/facts/schema.ts";
import { shownAddress } from "#company/shell/shown.ts";
import { formatPhone } from "#platform/phone.ts";

type Place = { property: string; phone: string };

type TypeOfMeeting = {
  label: string;
  filter: "In-Person Meeting" | "Virtual Meeting (Video Call)" | "Phone Call";
  at: "property" | "office" | undefined;
  hasBuffer: boolean;
  /** `told` is what staff told the person who booked: see whereabouts.ts. */
  place: (booking: Place, facts: Facts, told?: string) => string;
  preparation: string;
};

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
    place: (_, facts, told = shownAddress(facts)?.line ?? "our office") => [facts.company.name, told].join(", "),
    preparation: "We meet at our office. Bring whatever papers about the house you have at hand; none is required.",
  },
  virtual: {
    label: "Virtual (video call)",
    filter: "Virtual Meeting (Video Call)",
    at: undefined,
    hasBuffer: false,
    place: (_, __, told = "Video call") => told,
    preparation: "We meet by video. Open the link when it is time.",
  },
  phone: {
    label: "Phone call",
    filter: "Phone Call",
    at: undefined,
    hasBuffer: false,
    place: ({ phone }) => `Phone call: we call ${formatPhone(phone)}`,
    preparation: "We call you. Please have the phone at hand.",
  },
} as const satisfies Record<(typeof MEETING_TYPE_NAMES)[number], TypeOfMeeting>;

export type MeetingType = keyof typeof MEETING_TYPES;

export function meetingType(type: MeetingType): TypeOfMeeting {
  return MEETING_TYPES[type];
}

const TYPES = Object.entries<TypeOfMeeting>(MEETING_TYPES) as [MeetingType, TypeOfMeeting][];

export const MEETING_TYPE_LABELS = Object.fromEntries(TYPES.map(([type, { label }]) => [type, label])) as Record<
  MeetingType,
  string
>;

export function offeredTypes({ meetings }: Facts): Readonly<Partial<Record<MeetingType, string>>> {
  return Object.fromEntries(TYPES.filter(([type]) => meetings.offered[type]).map(([type, { label }]) => [type, label]));
}
