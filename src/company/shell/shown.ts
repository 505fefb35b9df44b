// The results are undefined if the fact is hidden. Of phone and e-mail one is always shown.
import { type Claim, isSample, isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { phoneHref } from "#platform/phone.ts";

export type ShownContact = { text: string; href: string; isSample: boolean };

type Given = Pick<Facts, "company" | "claims">;

export function shownPhone({ company: { phone }, claims }: Given): ShownContact | undefined {
  return shown(claims.phone, { text: phone, href: phoneHref(phone) });
}

export function shownEmail({ company: { email }, claims }: Given): ShownContact | undefined {
  return shown(claims.email, { text: email, href: `mailto:${email}` });
}

export function shownContact(facts: Given): ShownContact {
  const contact = shownPhone(facts) ?? shownEmail(facts);
  if (!contact) throw new Error("Neither phone nor e-mail is shown.");
  return contact;
}

export type ShownAddress = Facts["company"]["address"] & { line: string; isSample: boolean };

export function shownAddress({ company: { address }, claims }: Given): ShownAddress | undefined {
  const { street, city, state, zipCode } = address;
  return shown(claims.address, { ...address, line: `${street}, ${city}, ${state} ${zipCode}` });
}

/** "Dana at Porchlight", or the company alone. */
export function senderOf({ company: { contactPerson, shortName }, claims }: Given): string {
  return isShown(claims.contactPerson) ? `${contactPerson} at ${shortName}` : shortName;
}

export type ShownFigure = { value: string; label: string; isSample: boolean };

export function shownFigures({ figures }: Pick<Facts, "figures">): ShownFigure[] {
  return Object.values(figures).flatMap(({ claim, value, label }) => shown(claim, { value, label }) ?? []);
}

export function shownTeam({ team }: Pick<Facts, "team">) {
  return team.flatMap(({ claim, ...person }) => shown(claim, person) ?? []);
}

export function shownLetters({ testimonials }: Pick<Facts, "testimonials">) {
  return testimonials.flatMap(({ claim, ...letter }) => shown(claim, letter) ?? []);
}

/** Search engines and other sites may repeat it: they leave the mark of a sample out. */
export function isTold(claim: Pick<Claim, "state">): boolean {
  return isShown(claim) && !isSample(claim);
}

/** Search engines and other sites repeat facts without the sample mark, so samples are left out. */
export function confirmed<Fact extends { isSample: boolean }>(fact: Fact | undefined): Fact | undefined {
  return fact?.isSample ? undefined : fact;
}

export function callUs(facts: Given): string {
  return shownPhone(facts) ? "call us" : "write to us";
}

/** As the site itself says it: only the company's own words say "us". */
export function callOrWrite(facts: Given): string {
  return shownPhone(facts) ? "call" : "write";
}

export function callCompany(facts: Given): string {
  const phone = shownPhone(facts);
  return phone ? `call ${phone.text}` : `write to ${shownContact(facts).text}`;
}

export function callOrAnswer(facts: Given): string {
  const phone = shownPhone(facts);
  return phone ? `call ${phone.text} or answer this e-mail` : "answer this e-mail";
}

export function listed(items: readonly string[], joint: string): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")}${joint}${items.at(-1)}` : items.join("");
}

function shown<Fact extends object>(claim: Pick<Claim, "state">, fact: Fact) {
  return isShown(claim) ? { ...fact, isSample: isSample(claim) } : undefined;
}
