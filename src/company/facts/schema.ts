import * as z from "zod/mini";
import { isDay, isTime, wallClock } from "#platform/dates.ts";
import type { Checked } from "#platform/merging/keep-valid.ts";
import { formatPhone, phoneDigits } from "#platform/phone.ts";
import { emailSchema, freeTextSchema, httpsLinkSchema, isBlank, lineSchema, withCommas } from "#platform/text.ts";
import { MEETING_TYPE_NAMES, PAGE_ENDS, PAGE_KINDS, PAGE_MENUS, PALETTES, THEMES, VIDEO_LINKS } from "./choices.ts";
import { CLAIM_STATES, isConfirmedByPerson, isShown } from "./claims.ts";
import { FACT_LIMITS } from "./limits.ts";
import { isSlug, MAX_SLUG_LENGTH, RESERVED_SLUGS } from "./pages/slugs.ts";
import { pictureSchema } from "./pictures.ts";
import { isTimeZone } from "./time-zone.ts";
import { withPlaceholders } from "./words/with-placeholders.ts";
import { WORDS_NAMES, type WordsName, wordSection, wordsSchema } from "./words.ts";

const line = (required: string) => lineSchema(FACT_LIMITS.line, required);

const whole = (least: number, most: number, unit: string) => {
  const message = `Please enter ${withCommas(least)} to ${withCommas(most)} ${unit}`;
  return z.int(message).check(z.gte(least, message), z.lte(most, message));
};

const time = z
  .string("Please enter a time")
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00"));

const hours = z.optional(
  z
    .object({ opens: time, closes: time })
    .check(
      z.refine(({ opens, closes }) => opens < closes, { error: "Closing must be after opening", path: ["closes"] }),
    ),
);

const phone = line("Please enter a phone number").check(
  z.refine((text) => phoneDigits(text).length >= 7, "Please enter a valid phone number"),
  z.overwrite(formatPhone),
);

const degrees = (most: number) => {
  const message = `Please enter a number from -${most} to ${most}`;
  return z.number(message).check(z.gte(-most, message), z.lte(most, message));
};

const companySchema = z.object({
  name: lineSchema(FACT_LIMITS.name, "Please enter the company's name"),
  shortName: lineSchema(FACT_LIMITS.name, "Please enter a short name"),
  phone,
  email: emailSchema("Please enter an e-mail address"),
  address: z.object({
    street: line("Please enter a street"),
    city: line("Please enter a city"),
    state: z.string("Please choose a state").check(z.regex(/^[A-Z]{2}$/, "Please choose a state")),
    zipCode: z.string("Please enter a ZIP code").check(z.regex(/^\d{5}(-\d{4})?$/, "Please enter a valid ZIP code")),
  }),
  coordinates: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  areaServed: line("Please enter the area that you serve"),
  contactPerson: line("Please enter who answers the phone"),
});

const claim = z.object({
  state: z.enum(CLAIM_STATES, "Please choose sample, confirmed or hidden"),
  source: lineSchema(FACT_LIMITS.source),
  confirmedBy: z.string("Must be text").check(z.maxLength(FACT_LIMITS.line * 3)),
  confirmedAt: z.string("Must be text").check(z.maxLength(30)),
});

/** A confirmed figure needs a source: the law asks for it. */
const figure = z
  .object({
    value: lineSchema(FACT_LIMITS.figure, "Please enter a figure"),
    label: line("Please say what the figure counts"),
    claim,
  })
  .check(
    z.refine(({ claim }) => !isConfirmedByPerson(claim) || claim.source !== "", {
      error: "Please say where this figure comes from",
      path: ["claim", "source"],
    }),
  );

const picture = z.nullable(pictureSchema);

const day = (required: string) =>
  z.string(required).check(z.refine((text) => text === "" || isDay(text), "Please choose a day"));

const person = z.object({
  name: line("Please enter a name"),
  role: line("Please enter a role"),
  bio: freeTextSchema(FACT_LIMITS.text),
  portrait: picture,
  claim,
});

/** US law (16 CFR 465) bans testimonials by people who do not exist. */
const letter = z
  .object({
    quote: freeTextSchema(FACT_LIMITS.text, "Please enter the words of the letter"),
    name: line("Please enter who wrote it"),
    town: line("Please enter a town"),
    year: whole(1990, 2100, "as the year"),
    rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], "Please choose 1 to 5"),
    permission: z.object({ givenOn: day("Please choose a day"), how: lineSchema(FACT_LIMITS.source) }),
    claim,
  })
  .check(
    z.refine(({ claim, permission }) => !isConfirmedByPerson(claim) || permission.givenOn !== "", {
      error: "Please say when the writer gave permission",
      path: ["permission", "givenOn"],
    }),
    z.refine(({ claim, permission }) => !isConfirmedByPerson(claim) || permission.how !== "", {
      error: "Please say how the writer gave permission",
      path: ["permission", "how"],
    }),
  );

const neverHidden = (error: string) =>
  claim.check(z.refine(({ state }) => state !== "hidden", { error, path: ["state"] }));

const legalClaim = neverHidden("The forms refer to this text, so it cannot be hidden");
const wordsClaim = neverHidden("The pages cannot do without these words");

const wordsClaims = Object.fromEntries(
  WORDS_NAMES.map((name) => [name, wordSection(name).canHide ? claim : wordsClaim]),
) as Record<WordsName, typeof claim>;

const claims = z
  .object({
    phone: claim,
    email: claim,
    address: claim,
    contactPerson: claim,
    areaServed: claim,
    place: claim,
    hours: neverHidden("Every page says when you can be reached"),
    offerWithin: claim,
    closingIn: claim,
    ...wordsClaims,
    story: claim,
    values: claim,
    questions: claim,
    privacy: legalClaim,
    terms: legalClaim,
    accessibility: legalClaim,
    permissionWords: legalClaim,
  })
  .check(
    z.refine(({ phone, email }) => isShown(phone) || isShown(email), {
      error: "Please show a phone number or an e-mail address: people must be able to reach you",
      path: ["email", "state"],
    }),
  );

/** {name} stands for the company's name: the text is stored with the name that the visitor has read. */
const agreement = (required: string) =>
  lineSchema(FACT_LIMITS.agreement, required).check(
    z.refine((typed) => !/[{}]/.test(typed.replaceAll("{name}", "")), "Only {name} can stand in braces here"),
  );

const closedDate = z.object({
  date: z.string("Please choose a day").check(z.refine(isDay, "Please choose a day")),
  reason: line("Please give a reason: visitors read it"),
});

const TIME = "Please choose a time";

const flag = z.boolean("Please choose");

const meetingsSchema = z
  .object({
    offered: z.object(
      Object.fromEntries(MEETING_TYPE_NAMES.map((name) => [name, flag])) as Record<
        (typeof MEETING_TYPE_NAMES)[number],
        typeof flag
      >,
    ),
    videoLink: z.enum(VIDEO_LINKS, "Please choose"),
    /** No page that anyone can open has it. */
    companyLink: httpsLinkSchema,
  })
  .check(
    z.refine(({ offered }) => Object.values(offered).some(Boolean), {
      error: "Please offer at least one type of meeting",
      path: ["offered", MEETING_TYPE_NAMES[0]],
    }),
    z.refine(({ videoLink, companyLink }) => videoLink !== "company" || companyLink !== "", {
      error: "Please enter the link",
      path: ["companyLink"],
    }),
  );

export const LAST_STAFF_EMAIL = "Please keep at least one address that hears of new bookings and messages";

export const staffEmailsSchema = z
  .array(emailSchema("Please enter an e-mail address"))
  .check(z.maxLength(FACT_LIMITS.staffEmails, "Too many addresses"));

const question = z.object({
  question: lineSchema(FACT_LIMITS.source, "Please enter the question"),
  answer: withPlaceholders(freeTextSchema(FACT_LIMITS.answer, "Please enter the answer")),
});

const keyOf = <Choice extends string>(choices: Record<Choice, string>) =>
  z.enum(Object.keys(choices) as [Choice, ...Choice[]], "Please choose");

const slug = lineSchema(MAX_SLUG_LENGTH, "Please enter an address").check(
  z.refine(isSlug, "Please use small letters, digits and single hyphens, such as oak-park"),
  z.refine((typed) => !RESERVED_SLUGS.has(typed), "The site needs this address itself. Please choose another one"),
);

const pageId = z.string("Must be text").check(z.regex(/^[\w-]{1,40}$/, "Must be an id"));

const page = z
  .object({
    /** What a page keeps when its address changes. */
    id: pageId,
    kind: keyOf(PAGE_KINDS),
    slug,
    /** In menus and cards; the other texts of a hidden page may still be missing. */
    title: line("Please enter a title"),
    summary: freeTextSchema(FACT_LIMITS.pageSummary),
    pageTitle: lineSchema(FACT_LIMITS.line),
    description: lineSchema(FACT_LIMITS.pageDescription),
    lead: lineSchema(FACT_LIMITS.source),
    picture,
    pictureAlt: lineSchema(FACT_LIMITS.source),
    body: withPlaceholders(freeTextSchema(FACT_LIMITS.story)),
    town: lineSchema(FACT_LIMITS.line),
    houses: z
      .array(line("Please enter a house"))
      .check(z.maxLength(FACT_LIMITS.houses, `Please name at most ${FACT_LIMITS.houses} houses`)),
    questions: z.array(question).check(z.maxLength(FACT_LIMITS.pageQuestions, "Too many questions")),
    end: keyOf(PAGE_ENDS),
    menu: keyOf(PAGE_MENUS),
    claim,
  })
  .check(({ value, issues }) => {
    const { kind, claim, summary, pageTitle, description, lead, body, town, picture, pictureAlt } = value;
    if (!isShown(claim)) return;
    const ofKind = { town: { town }, situation: { summary }, article: {} }[kind];
    const wanted = { ...ofKind, pageTitle, lead, body, ...(picture && { pictureAlt }) };
    for (const [name, text] of Object.entries(wanted))
      if (isBlank(text)) issues.push(issueAt([name], "Please enter this text, or hide the page", value));
    if (description.length < MIN_DESCRIPTION)
      issues.push(issueAt(["description"], `Please enter at least ${MIN_DESCRIPTION} characters`, value));
  });

/** Search engines take another sentence of the page for a shorter one. */
const MIN_DESCRIPTION = 50;

const pages = z.array(page).check(z.maxLength(FACT_LIMITS.pages, "Too many pages"), ({ value, issues }) => {
  const addresses = new Map<string, number>();
  const ids = new Set<string>();
  let inBar = 0;
  for (const [index, { id, kind, slug, menu, claim }] of value.entries()) {
    const address = `${kind}/${slug}`;
    if (addresses.has(address)) issues.push(issueAt([index, "slug"], "Another page has this address", value));
    if (ids.has(id)) issues.push(issueAt([index, "id"], "Another page has this id", value));
    if (menu === "bar" && isShown(claim) && ++inBar > FACT_LIMITS.pagesInBar)
      issues.push(issueAt([index, "menu"], `The menu at the top holds ${FACT_LIMITS.pagesInBar} pages`, value));
    addresses.set(address, index);
    ids.add(id);
  }
});

function issueAt(path: PropertyKey[], message: string, input: unknown) {
  return { code: "custom" as const, path, message, input };
}

export const factsSchema = z.object({
  company: companySchema,
  claims,
  staffEmails: staffEmailsSchema.check(z.minLength(1, LAST_STAFF_EMAIL)),
  accent: z.enum(PALETTES, "Please choose a color"),
  logo: picture,
  /** Without it the logo stands on a light plate where the page is dark. */
  logoDark: picture,
  /** An empty text shows no announcement, an empty day means no end. */
  announcement: z.object({
    text: withPlaceholders(lineSchema(FACT_LIMITS.announcement)),
    until: day("Please choose a day"),
  }),
  timeZone: z.string("Please choose a time zone").check(z.refine(isTimeZone, "Please choose a time zone")),
  businessHours: z.object({
    monday: hours,
    tuesday: hours,
    wednesday: hours,
    thursday: hours,
    friday: hours,
    saturday: hours,
    sunday: hours,
  }),
  /** These rules seed a new database. Later only the cut-off and the limit per person are read. */
  bookingRules: z.object({
    slotMinutes: whole(5, 480, "minutes"),
    capacityPerSlot: whole(1, 20, "meetings"),
    minimumNoticeMinutes: whole(0, 43_200, "minutes"),
    changeCutOffHours: whole(0, 720, "hours"),
    horizonDays: whole(1, 7_300, "days"),
    bufferMinutes: whole(0, 240, "minutes"),
    openBookingsPerPerson: whole(1, 100, "meetings"),
    closedDates: z.array(closedDate).check(z.maxLength(FACT_LIMITS.closedDates, "Too many closed dates")),
  }),
  leads: z.object({
    /** The first reminder goes to all who want it. */
    overdueAfterBusinessMinutes: z.nullable(whole(1, 10_000, "minutes")),
    /** The last one goes to who is next on the roster. */
    escalateAfterBusinessMinutes: z.nullable(whole(1, 10_000, "minutes")),
    /** Without an outcome for so long, a lead that was taken is open again. */
    openAgainAfterMinutes: whole(3, 240, "minutes"),
    /** Without a sign of life for so long, a lead falls asleep. Null: never. */
    sleepAfterDays: z.nullable(whole(1, 3_650, "days")),
  }),
  /** After each try without an answer: so many days later, at this time on the company's clock (HH:mm). */
  tries: z
    .array(z.object({ days: whole(0, 365, "days"), time: z.string(TIME).check(z.refine(isTime, TIME)) }))
    .check(z.maxLength(FACT_LIMITS.tries, "Too many tries")),
  calendarInvites: flag,
  /** Two hours before a meeting, beside the one of the day before. */
  secondReminder: flag,
  meetings: meetingsSchema,
  /** Beside the fifty. */
  states: z.object({ district: flag, territories: flag }),
  defaultTheme: z.enum(THEMES, "Please choose a theme"),
  figures: z.object({ homesPurchased: figure, cashOffers: figure, averageClosing: figure, offerWithin: figure }),
  /** "24 hours", "our visit", "14 days": what sentences say of an offer and of the closing. */
  promises: z.object({
    offerWithin: line("Please enter how soon an offer comes"),
    offerFrom: line("Please enter from when on"),
    closingIn: line("Please enter how long it takes to close"),
  }),
  words: wordsSchema,
  team: z.array(person).check(z.maxLength(FACT_LIMITS.team, "Too many people")),
  testimonials: z.array(letter).check(z.maxLength(FACT_LIMITS.testimonials, "Too many letters")),
  story: withPlaceholders(freeTextSchema(FACT_LIMITS.story, "Please enter the story, or hide it")),
  values: z
    .array(z.object({ title: line("Please enter a title"), text: withPlaceholders(freeTextSchema(FACT_LIMITS.text)) }))
    .check(z.maxLength(FACT_LIMITS.values, "Too many values")),
  questions: z.array(question).check(z.maxLength(FACT_LIMITS.questions, "Too many questions")),
  privacy: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the privacy policy")),
  terms: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the terms")),
  accessibility: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the accessibility statement")),
  permissionWords: z.object({
    booking: agreement("Please enter what people agree to when they book"),
    text: agreement("Please enter what people agree to who want text messages"),
    message: agreement("Please enter what the contact form says"),
    callBack: agreement("Please enter what people agree to who ask for a call"),
    version: z.string("Must be text").check(z.maxLength(40)),
  }),
  socialLinks: z
    .array(z.object({ name: z.enum(["Facebook", "Instagram", "LinkedIn"], "Unknown network"), url: httpsLinkSchema }))
    .check(z.maxLength(FACT_LIMITS.socialLinks, "Too many links")),
  hideEmptySocialLinks: flag,
  /** Null keeps leads until a person deletes them. */
  eraseLeadsAfterDays: z.nullable(whole(1, 36_500, "days")),
  /** The proof of a permission is kept this long after the person's last record. */
  permissionYears: whole(5, 100, "years"),
  privacyRequestDays: whole(1, 90, "days"),
  pages,
  /** Of pages that were published: the server adds to them, so that old addresses lead on. */
  pageAddresses: z
    .array(z.object({ path: z.string().check(z.maxLength(MAX_SLUG_LENGTH + 20)), page: pageId }))
    .check(z.maxLength(FACT_LIMITS.pageAddresses)),
});

export type Facts = z.infer<typeof factsSchema>;
export type Person = Facts["team"][number];

/** Beside what the schema says, a writer cannot have given permission on a day that is still to come. */
export function checkFacts(given: unknown, now: Date): Checked<Facts> {
  const { data, error } = factsSchema.safeParse(given);
  if (!data) return { mistakes: error.issues.map(({ path, message }) => ({ path: path.map(String), message })) };
  const today = wallClock(now, data.timeZone).day;
  const mistakes = data.testimonials.flatMap(({ claim, permission }, index) =>
    isConfirmedByPerson(claim) && permission.givenOn > today
      ? [{ path: ["testimonials", String(index), "permission", "givenOn"], message: "This day is still to come" }]
      : [],
  );
  return { data, mistakes };
}
