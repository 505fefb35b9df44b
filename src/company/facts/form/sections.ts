import type { WordSection } from "#company/facts/words/sections.ts";
import { WORDS_NAMES, type WordsName, wordSection } from "#company/facts/words.ts";
import {
  claim,
  type FactPath,
  field,
  group,
  list,
  MARKS,
  panel,
  row,
  section,
  threeInRow,
  WORDS_HELP,
} from "./form.ts";
import { PAGE_GROUPS } from "./page-groups.ts";

/** The desk's form, section by section. What is said here of a fact is said nowhere else. */
export const SECTIONS = [
  section("company", "Company", [
    "Your name and contact details on every page, in e-mails and in search results.",
    group("Name", [
      row(
        field("company.name", "Name of the company", { hint: "In full, as in e-mails and the terms.", short: "Name" }),
        field("company.shortName", "Short name", { hint: "Shown next to the logo and in page titles." }),
      ),
    ]),
    group("Contact person", [
      field("company.contactPerson", "Contact person", { hint: "As in “You will speak with Dana”." }),
      claim("claims.contactPerson", "this person"),
    ]),
    group("Service area", [
      field("company.areaServed", "Service area", { hint: "Where you buy houses." }),
      claim("claims.areaServed", "this area"),
    ]),
    group("Phone number", [
      field("company.phone", "Phone number", { type: "tel" }),
      claim("claims.phone", "this phone number"),
    ]),
    group("Email address", [
      field("company.email", "Email address", { type: "email", hint: "People write to it, and our e-mails name it." }),
      claim("claims.email", "this e-mail address"),
    ]),
    group({ group: "Address", path: "company.address" }, [
      field("company.address.street", "Street"),
      threeInRow(
        field("company.address.city", "City"),
        field("company.address.state", "State", { choices: "states" }),
        field("company.address.zipCode", "ZIP code", { digits: 10 }),
      ),
      claim("claims.address", "this address"),
    ]),
    group({ group: "Place on the map", path: "company.coordinates" }, [
      panel("find place"),
      row(
        field("company.coordinates.latitude", "Latitude", { hint: "North of the equator, such as 39.80172." }),
        field("company.coordinates.longitude", "Longitude", { hint: "With a minus in the US, such as -89.64371." }),
      ),
      "In most online maps you see both after a right click on your house.",
      claim("claims.place", "this place"),
    ]),
  ]),
  section("notifications", "Notifications", [
    "Recipients of new bookings and messages, and reminders.",
    group("Staff addresses", [
      "Each gets an e-mail for every new booking and message. At least one is required.",
      list({ list: "staffEmails", one: "address", add: "Add an Address" }, [
        field("staffEmails.*", "Email address", { type: "email" }),
      ]),
    ]),
    group("Reminders and invites", [
      field("leads.overdueAfterBusinessMinutes", "Remind all of us after", {
        hint: "In minutes of your business hours without a first contact, such as 5. Empty: no reminder.",
      }),
      field("leads.escalateAfterBusinessMinutes", "Remind one of us after", {
        hint: "Who is next on the roster, if nobody has reached them by then, such as 15. Empty: no second reminder.",
      }),
      panel("proposal"),
      field("leads.openAgainAfterMinutes", "A lead that one of us took is open again after", {
        hint: "In minutes without a logged outcome, such as 10. Who is next on the roster then gets an e-mail.",
      }),
      field("secondReminder", "Remind visitors a second time", {
        hint: "Two hours before a meeting, beside the e-mail of the day before. Who books within a day gets this one.",
        short: "Second reminder",
      }),
      field("calendarInvites", "Send calendar invites", {
        hint: "With the confirmation e-mail, and as a download on the confirmation page.",
        short: "Calendar invites",
      }),
    ]),
    group("Following up", [
      "After a try without an answer, the log proposes the next one from this plan, between 8 AM and 9 PM where the house is. After the last, it proposes to let the lead sleep, or to lose it.",
      list({ list: "tries", one: "after try", add: "Add a Try", blank: () => ({ days: "1", time: "12:00" }) }, [
        row(field("tries.*.days", "Days later"), field("tries.*.time", "At what time", { type: "time" })),
      ]),
      field("leads.sleepAfterDays", "Leads fall asleep after", {
        hint: "In days without a sign of life, such as 30, if nothing is planned. They leave the day and wake with the next sign of life. Empty: never.",
      }),
    ]),
  ]),
  section("hours", "Hours", [
    "The hours in which you answer the phone.",
    group("Time zone", [
      field("timeZone", "Time zone", {
        hint: "Every meeting is at this time, wherever the visitor is. A change moves no meeting: you see those it touches before you publish.",
        choices: "zones",
      }),
    ]),
    group("Hours", [
      "The hours in which you answer the phone. Times for meetings are set under [Availability](/admin/availability).",
      panel("week", [field("businessHours", "Hours")]),
      claim("claims.hours", "these hours and the time zone", {
        name: "hours and time zone",
        about: ["timeZone", "businessHours"],
        canHide: false,
      }),
    ]),
  ]),
  section("look", "Look", [
    "Your logo, color, announcement and social links.",
    group("Logo", [
      "Instead of the drawn house. The small picture in the browser’s tab is made from it.",
      field("logo", "logo", { short: "Logo" }),
      field("logoDark", "logo for dark pages", { short: "Logo on dark pages" }),
      "Without a logo for dark pages yours stands on a light plate there.",
    ]),
    group("Color and theme", [
      panel("accent", [field("accent", "Color")]),
      field("defaultTheme", "Default theme", {
        short: "Theme",
        choices: [
          ["system", "What their device is set to"],
          ["light", "Light"],
          ["dark", "Dark"],
        ],
      }),
    ]),
    group({ group: "Announcement", path: "announcement" }, [
      "One line above the bar of every page, such as “Closed on Friday for the move”.",
      field("announcement.text", "Text", { optional: true }),
      field("announcement.until", "Last day", {
        optional: true,
        hint: "Empty: until you remove it.",
        type: "date",
      }),
      panel("closed day"),
    ]),
    group("Social links", [
      "Without an address an icon leads nowhere.",
      panel("social links", [field("socialLinks", "Social links")]),
      field("hideEmptySocialLinks", "Hide icons without an address", { short: "Social icons without an address" }),
    ]),
  ]),
  section("figures", "Figures", [
    "Four numbers at the top of the home page, and what you promise. A confirmed figure needs a source.",
    figure("homesPurchased", "First figure"),
    figure("cashOffers", "Second figure"),
    figure("averageClosing", "Third figure"),
    figure("offerWithin", "Fourth figure"),
    group("How soon an offer comes", [
      row(
        field("promises.offerWithin", "Within", { hint: "As in “24 hours”.", short: "time to an offer" }),
        field("promises.offerFrom", "Counted from", { hint: "As in “our visit”." }),
      ),
      claim("claims.offerWithin", "this promise", { name: "time to an offer" }),
    ]),
    group("How long the closing takes", [
      field("promises.closingIn", "On average", { hint: "As in “14 days”.", short: "time to the closing" }),
      claim("claims.closingIn", "this time", { name: "time to the closing" }),
    ]),
  ]),
  section("home", "Home Page", ["Your words on the home page, from top to bottom.", ...words("home")]),
  section("texts", "Other Words", [
    "Your words on the pages About Us, Contact and Call Me Back, and at the foot of every page.",
    ...words("texts"),
  ]),
  section("mails", "Mail and Offers", [
    "Your words in e-mails to sellers, on their confirmation and on offers.",
    ...words("mails"),
  ]),
  section("people", "People", [
    "Your team, on the page About Us, in this order.",
    list({ list: "team", one: "person", add: "Add a Person" }, [
      row(field("team.*.name", "Name"), field("team.*.role", "Role")),
      field("team.*.bio", "About this person", { optional: true, rows: 3 }),
      field("team.*.portrait", "portrait"),
      claim("team.*.claim", "this person"),
    ]),
  ]),
  section("letters", "Letters", [
    "Letters of sellers. The law forbids invented letters, and each writer has to agree.",
    list({ list: "testimonials", one: "letter", add: "Add a Letter", blank: (year) => ({ year, rating: "5" }) }, [
      field("testimonials.*.quote", "Text", { rows: 3 }),
      row(
        field("testimonials.*.name", "Writer", { hint: "Initials are enough." }),
        field("testimonials.*.town", "Town", { hint: "Of the house." }),
        field("testimonials.*.year", "Year of the sale", { digits: 4 }),
        field("testimonials.*.rating", "Stars", {
          choices: ["5", "4", "3", "2", "1"].map((rating) => [rating, `${rating} of 5 stars`]),
        }),
        field("testimonials.*.permission.givenOn", "Permission given on", {
          hint: "The day the writer agreed that you print it.",
          type: "date",
        }),
        field("testimonials.*.permission.how", "Form of permission", {
          hint: "Such as “by e-mail to Dana”. Only your team reads it.",
        }),
      ),
      claim("testimonials.*.claim", "this letter"),
    ]),
  ]),
  section("story", "Story and Values", [
    "Your story and your values on the page About Us.",
    MARKS,
    group("Story", [field("story", "Your story", { rows: 10, short: "Story" }), claim("claims.story", "this story")]),
    group("Values", [
      list({ list: "values", one: "value", add: "Add a Value" }, [
        field("values.*.title", "Title"),
        field("values.*.text", "Text", { optional: true, rows: 2 }),
      ]),
      claim("claims.values", "these values"),
    ]),
  ]),
  section("questions", "Questions", [
    "Questions and answers on the home page. The first one is open.",
    MARKS,
    list({ list: "questions", one: "question", add: "Add a Question" }, [
      field("questions.*.question", "Question"),
      field("questions.*.answer", "Answer", { rows: 3 }),
    ]),
    group("All questions and answers", [
      claim("claims.questions", "these answers", { name: "questions and answers", about: ["questions"] }),
    ]),
  ]),
  section("pages", "Pages", [
    "Pages for towns, situations and articles, in the order of the home page, menus and links.",
    panel("pages", [field("pageAddresses", "Old addresses")], PAGE_GROUPS),
  ]),
  section("legal", "Legal", [
    "The privacy policy, the terms, what people agree to, and the accessibility statement. Have your lawyer read them before you confirm them.",
    panel("lawyer"),
    MARKS,
    group("Privacy policy", [
      "Below it, the page lists what your settings under Rules keep, and how long.",
      field("privacy", "Privacy policy", { rows: 16 }),
      claim("claims.privacy", "this privacy policy", { canHide: false }),
    ]),
    group("Terms", [field("terms", "Terms", { rows: 16 }), claim("claims.terms", "these terms", { canHide: false })]),
    group({ group: "Words of agreement", path: "permissionWords" }, [
      "What people agree to in the forms. Other words are a new version as soon as you publish them; the old ones stay with the people who agreed to them. {name} stands for your company’s name.",
      agreement(
        "permissionWords.booking",
        "To book a meeting",
        "Beside the box that everyone ticks who books. The form adds “{before}” before it and “{after}” after it.",
      ),
      agreement(
        "permissionWords.text",
        "To get text messages",
        "Next to its own box, for people who prefer text messages; nobody has to tick it. It says how often you write, what it may cost, how to stop it, and that it is no condition of selling.",
      ),
      agreement("permissionWords.message", "To write a message", "In the contact form, where nothing is ticked."),
      agreement(
        "permissionWords.callBack",
        "To be called back",
        "Beneath “Call Me Back”, where nothing is ticked. It is about this one call, and lifts no stop.",
      ),
      claim("claims.permissionWords", "these words", { canHide: false }),
    ]),
    group("Accessibility statement", [
      field("accessibility", "Accessibility statement", { rows: 16 }),
      claim("claims.accessibility", "this statement", { canHide: false }),
    ]),
  ]),
  section("rules", "Rules", [
    "Types and limits of meetings, states, retention of data, and the deadline for privacy requests.",
    group("Meetings", [
      "Length, notice, closed dates and the rest are set under [Availability](/admin/availability).",
      row(
        field("bookingRules.changeCutOffHours", "Cut-off for changes", {
          hint: "In hours. Until then a visitor can move or cancel it with the link in our e-mails.",
        }),
        field("bookingRules.openBookingsPerPerson", "Upcoming meetings per person", {
          hint: "For one e-mail address or phone number.",
        }),
      ),
    ]),
    group({ group: "Types of meetings", path: "meetings" }, [
      "Those that you offer. Meetings that are made already keep their type when you switch it off.",
      panel("meeting types"),
      panel("video link", [
        field("meetings.videoLink", "Link of video calls", {
          choices: [
            ["booking", "Typed for each meeting"],
            ["person", "One for each person, of the one who holds the meeting"],
            ["company", "One for the whole company"],
          ],
        }),
        field("meetings.companyLink", "The company’s link", {
          type: "url",
          hint: "When you change it, meetings that are made already show the new one on their pages and in the next reminder; nobody is written to.",
        }),
      ]),
    ]),
    group({ group: "States", path: "states" }, [
      "In forms and files, beside the fifty states.",
      field("states.district", "District of Columbia"),
      field("states.territories", "The territories", {
        hint: "Puerto Rico, Guam, the U.S. Virgin Islands, American Samoa and the Northern Mariana Islands.",
      }),
    ]),
    group("Retention", [
      field("eraseLeadsAfterDays", "Erase bookings and messages after", {
        hint: "In days, such as 730. Empty: you keep them until you delete them. Erasing is final.",
        short: "Retention",
      }),
      panel("retention"),
      field("permissionYears", "Retention of proof of consent", {
        hint: "In years after a person’s last agreement or stop, never fewer than five. The proof outlives the erasing of everything else, and no longer holds a name, an e-mail address or a number that can be read.",
        short: "Retention of permissions",
      }),
    ]),
    group("Privacy requests", [
      field("privacyRequestDays", "Answer within", {
        hint: "In days, for a copy, a correction or a deletion. Each request is a task that is due then.",
        short: "Days for a privacy request",
      }),
      "The privacy page says all of these times. Five years and 45 days are a beginning: your lawyer has to confirm them.",
    ]),
  ]),
];

export type SectionId = (typeof SECTIONS)[number]["id"];

function figure(name: "homesPurchased" | "cashOffers" | "averageClosing" | "offerWithin", title: string) {
  return group({ group: title, path: `figures.${name}` }, [
    {
      row: [field(`figures.${name}.value`, "Figure"), field(`figures.${name}.label`, "Caption")],
      columns: "narrow first",
    },
    claim(`figures.${name}.claim`, "this figure"),
  ]);
}

function agreement(path: FactPath, label: string, hint: string) {
  return panel("agreement", [field(path, label, { hint, rows: 5, isOneLine: true })]);
}

function words(desk: WordSection["desk"]) {
  return [WORDS_HELP, ...WORDS_NAMES.filter((name) => wordSection(name).desk === desk).map(wordGroup)];
}

function wordGroup(name: WordsName) {
  const { title, fields, items, canHide = false } = wordSection(name);
  // The paths come from the table, whose types are those of the facts.
  const fieldsIn = (path: string, said: Readonly<Record<string, { label: string; isLong?: boolean }>>) =>
    Object.entries(said).map(([key, { label, isLong }]) =>
      field(`${path}.${key}` as FactPath, label, isLong ? { rows: 2, isOneLine: true } : {}),
    );
  const itemsPath = `words.${name}.items` as FactPath;
  const add = `Add a ${items?.one.replace(/^./, (first) => first.toUpperCase())}`;
  return group({ group: title, path: `words.${name}` }, [
    ...fieldsIn(`words.${name}`, fields),
    ...(items ? [list({ list: itemsPath, one: items.one, add }, fieldsIn(`${itemsPath}.*`, items.fields))] : []),
    claim(`claims.${name}`, "these words", { name: title, canHide }),
  ]);
}
