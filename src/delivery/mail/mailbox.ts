// Different spellings of an address can reach the same mailbox, and rate limits count mailboxes.
import { emailKey } from "#platform/email.ts";

const PROVIDERS: readonly { domains: readonly string[]; ignoresDots: boolean }[] = [
  { domains: ["gmail.com", "googlemail.com"], ignoresDots: true },
  { domains: ["proton.me", "protonmail.com", "pm.me"], ignoresDots: true },
  { domains: ["icloud.com", "me.com", "mac.com"], ignoresDots: false },
];

export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  const domain = key.slice(at + 1);
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const [name = ""] = key.slice(0, at).split("+");
  const folded = provider?.ignoresDots ? name.replaceAll(".", "") : name;
  return `${folded || key.slice(0, at)}@${provider?.domains[0] ?? domain}`;
}
