// This table has what differs between types of meetings, but for where they are (calendar-event.ts) and what only e-mails or
// the person who booked read.

import type { MEETING_TYPE_NAMES } from "#company/facts/choices.ts";
import type { Facts } from "#company/facts/schema.ts";

type TypeOfMeeting = {
  label: string;
  filter: "In-Person Meeting" | "Virtual Meeting (Video Call)" | "Phone Call";
  at: "property" | "office" | undefined;
  hasBuffer: boolean;
};

export const MEETING_TYPES = {
  "in-person-property": {
    label: "In person at the property",
    filter: "In-Person Meeting",
    at: "property",
    hasBuffer: true,
  },
  "in-person-office": {
    label: "In person at our office",
    filter: "In-Person Meeting",
    at: "office",
    hasBuffer: true,
  },
  virtual: {
    label: "Virtual (video call)",
    filter: "Virtual Meeting (Video Call)",
    at: undefined,
    hasBuffer: false,
  },
  phone: {
    label: "Phone call",
    filter: "Phone Call",
    at: undefined,
    hasBuffer: false,
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
