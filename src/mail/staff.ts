import { company, staffEmails } from "#company/facts.ts";
import type { Mailbox } from "./mail.ts";

/** Who hears of new bookings and messages, as published now. */
export function staffMailboxes(): Mailbox[] {
  return staffEmails.map((address) => ({ name: company.name, address }));
}
