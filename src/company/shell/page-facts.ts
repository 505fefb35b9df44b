// Everyone can read these facts, on the sign-in page too.
import { type Claim, isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import type { WordsName } from "#company/facts/words.ts";

export function factsOfVisitors(facts: Facts, words: readonly WordsName[] = []): object {
  const { socialLinks, permissionWords, privacyRequestDays } = facts;
  return {
    ...contactDetails(facts),
    ...rulesOfMeetings(facts),
    words: Object.fromEntries(words.map((name) => [name, facts.words[name]])),
    socialLinks,
    permissionWords,
    privacyRequestDays,
  };
}

export function factsOfApp(facts: Facts): object {
  const { logo, logoDark, leads, figures, promises, team, testimonials, pages } = facts;
  const { permissionYears, privacyRequestDays } = facts;
  return {
    ...contactDetails(facts),
    claims: Object.fromEntries(Object.entries(facts.claims).map(([name, claim]) => [name, stateOf(claim)])),
    ...rulesOfMeetings(facts),
    words: { offers: facts.words.offers },
    logo,
    logoDark,
    leads,
    promises,
    permissionYears,
    privacyRequestDays,
    figures: Object.fromEntries(
      Object.entries(figures)
        .filter(([, figure]) => isShownItem(figure))
        .map(([name, { value, label, claim }]) => [name, { value, label, claim: stateOf(claim) }]),
    ),
    team: team.filter(isShownItem).map(({ name, claim }) => ({ name, claim: stateOf(claim) })),
    pages: pages.filter(isShownItem).map(({ title, claim }) => ({ title, claim: stateOf(claim) })),
    testimonials: testimonials
      .filter(isShownItem)
      .map(({ name, town, claim }) => ({ name, town, claim: stateOf(claim) })),
  };
}

function contactDetails({ company, claims }: Facts) {
  const { phone, email, address, contactPerson, areaServed, place, hours } = claims;
  return {
    company: {
      ...company,
      phone: isShown(phone) ? company.phone : "",
      email: isShown(email) ? company.email : "",
      contactPerson: isShown(contactPerson) ? company.contactPerson : "",
      areaServed: isShown(areaServed) ? company.areaServed : "",
      ...(!isShown(address) && { address: { street: "", city: "", state: "", zipCode: "" } }),
      ...(!(isShown(address) && isShown(place)) && { coordinates: { latitude: 0, longitude: 0 } }),
    },
    claims: {
      phone: stateOf(phone),
      email: stateOf(email),
      address: stateOf(address),
      contactPerson: stateOf(contactPerson),
      place: stateOf(place),
      hours: stateOf(hours),
      contact: stateOf(claims.contact),
      callBack: stateOf(claims.callBack),
    },
  };
}

/** Without the company's link, with which anyone can join the meetings of others. */
function rulesOfMeetings(facts: Facts) {
  const { timeZone, businessHours, bookingRules, calendarInvites, secondReminder, meetings, states } = facts;
  const { offered } = meetings;
  return { timeZone, businessHours, bookingRules, calendarInvites, secondReminder, meetings: { offered }, states };
}

/** Pages must not contain the confirmer or the source. */
function stateOf({ state }: Claim): Pick<Claim, "state"> {
  return { state };
}

function isShownItem({ claim }: { claim: Claim }): boolean {
  return isShown(claim);
}
