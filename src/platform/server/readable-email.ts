import { domainToUnicode } from "node:url";

export function readableEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  return domain.includes("xn--") ? email.slice(0, at) + domainToUnicode(domain) : email;
}

export function searchedEmail(email: string): string[] {
  return [...new Set([email, readableEmail(email)])];
}
