// What the site shows of the facts that the owner can hide; undefined if it is hidden. Of phone and e-mail one is always shown.
import { type Claim, isSample, isShown } from "#company/facts/claims.ts";
import { claims, company, figures, team, testimonials } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { phoneHref } from "#platform/phone.ts";

export type ShownContact = { text: string; href: string; isSample: boolean };

export function shownPhone(): ShownContact | undefined {
  const { phone } = company;
  return shown(claims.phone, { text: phone, href: phoneHref(phone) });
}

export function shownEmail(): ShownContact | undefined {
  const { email } = company;
  return shown(claims.email, { text: email, href: `mailto:${email}` });
}

export function shownContact(): ShownContact {
  const contact = shownPhone() ?? shownEmail();
  if (!contact) throw new Error("Neither phone nor e-mail is shown.");
  return contact;
}

export type ShownAddress = Facts["company"]["address"] & { line: string; isSample: boolean };

export function shownAddress(): ShownAddress | undefined {
  const { street, city, state, zipCode } = company.address;
  return shown(claims.address, { ...company.address, line: `${street}, ${city}, ${state} ${zipCode}` });
}

export type ShownFigure = { value: string; label: string; isSample: boolean };

export function shownFigure(name: keyof Facts["figures"]): ShownFigure | undefined {
  const { value, label, claim } = figures[name];
  return shown(claim, { value, label });
}

export function shownFigures(): ShownFigure[] {
  return (Object.keys(figures) as (keyof Facts["figures"])[]).flatMap((name) => shownFigure(name) ?? []);
}

export function shownTeam() {
  return team.flatMap(({ claim, ...person }) => shown(claim, person) ?? []);
}

export function shownLetters() {
  return testimonials.flatMap(({ claim, ...letter }) => shown(claim, letter) ?? []);
}

/** For what search engines and other sites repeat without the mark of a sample. */
export function confirmed<Fact extends { isSample: boolean }>(fact: Fact | undefined): Fact | undefined {
  return fact?.isSample ? undefined : fact;
}

/** "call us" */
export function callUs(): string {
  return shownPhone() ? "call us" : "write to us";
}

/** "call (555) 010-0199" */
export function callCompany(): string {
  const phone = shownPhone();
  return phone ? `call ${phone.text}` : `write to ${shownContact().text}`;
}

/** In an e-mail. */
export function callOrAnswer(): string {
  const phone = shownPhone();
  return phone ? `call ${phone.text} or answer this e-mail` : "answer this e-mail";
}

/** "call, write or visit" */
export function listed(items: readonly string[], joint: string): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")}${joint}${items.at(-1)}` : items.join("");
}

function shown<Fact extends object>(claim: Pick<Claim, "state">, fact: Fact) {
  return isShown(claim) ? { ...fact, isSample: isSample(claim) } : undefined;
}
