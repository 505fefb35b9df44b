import { domainToUnicode } from "node:url";

/** An address as its owner reads it: "renée@münchen.example" is stored with the domain in ASCII. */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  return domain.includes("xn--") ? email.slice(0, at) + domainToUnicode(domain) : email;
}

/** What a search finds an address by: as it is stored, and as it reads where that differs. */
export function searchedEmail(email: string): string[] {
  return [...new Set([email, readableEmail(email)])];
}
