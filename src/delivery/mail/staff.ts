import type { Facts } from "#company/facts/schema.ts";
import { emailKey } from "#platform/email.ts";
import type { Mailbox } from "./mail.ts";

export function staffMailboxes({ company, staffEmails }: Facts, accounts: readonly Mailbox[] = []): Mailbox[] {
  const published = staffEmails.map((address) => ({ name: company.name, address }));
  const known = new Set(published.map(({ address }) => emailKey(address)));
  return [...published, ...accounts.filter(({ address }) => !known.has(emailKey(address)))];
}
