import { ATTRIBUTION_COLUMNS } from "#people/leads/server/inquiries/table.ts";

/** What only visitors' browsers send. */
const VISIT = ["privacy_signal", ...ATTRIBUTION_COLUMNS];
const WAIT = ["lead_id", "waiting_since", "first_contact_at", "first_contact_by", "first_contact_minutes"];
const KEPT = [...WAIT, "notes", "typed", "version", "created_at", "updated_at", ...VISIT];
const PLACE = ["street", "city", "state", "zip_code"];
const PERSON = ["email", "email_key", "phone", "search_text"];

/** A view has an inquiry together with what is only of its kind. A migration that adds a column to the second makes it anew. */
export const VIEWS: Readonly<Record<"bookings" | "contact_messages" | "calls", { own: string; columns: string[] }>> = {
  bookings: {
    own: "meetings",
    columns: [
      ...KEPT,
      ...PERSON,
      ...PLACE,
      ...["status", "mailbox_key", "phone_digits", "last_name", "property_type"],
      ...["name as first_name", "topic as meeting_type", "situation as current_situation"],
    ],
  },
  contact_messages: { own: "messages", columns: [...KEPT, ...PERSON, "status", "name", "topic as subject"] },
  calls: {
    own: "phone_calls",
    columns: [...WAIT, ...PLACE, ...VISIT, "typed", "name", "email", "phone", "situation", "created_at"],
  },
};

export function makeView(name: keyof typeof VIEWS): string[] {
  const { own, columns } = VIEWS[name];
  return [
    `drop view if exists ${name}`,
    `create view ${name} as select ${own}.*, ${columns.map((column) => `inquiries.${column}`).join(", ")}
      from ${own} join inquiries on inquiries.id = ${own}.id`,
  ];
}
