// What the company says of itself, section by section: what the desk calls each of its words. The words are in ../shipped/words.json.

type Field = { label: string; isLong?: boolean };
type Fields = Readonly<Record<string, Field>>;

export type WordSection = {
  title: string;
  /** The section of the desk. */
  desk: "home" | "texts" | "mails";
  /** The page can do without it. */
  canHide?: boolean;
  fields: Fields;
  items?: { one: string; most: number; fields: Fields };
};

const ABOVE = { label: "Line above the title" };
const TITLE = { label: "Title" };
const BELOW_TITLE = { label: "Below the title", isLong: true };
const TEXT = { label: "Text", isLong: true };
const SEARCH_TITLE = { label: "Title in search results" };
const SEARCH_TEXT = { label: "Text in search results" };

export const WORDS = {
  hero: {
    title: "Beginning of the home page",
    desk: "home",
    fields: { above: ABOVE, title: TITLE, lead: BELOW_TITLE, searchTitle: SEARCH_TITLE, searchText: SEARCH_TEXT },
  },
  situations: {
    title: "Situations",
    desk: "home",
    canHide: true,
    fields: { title: TITLE, lead: { label: "Below the title" } },
  },
  benefits: {
    title: "Benefits",
    desk: "home",
    canHide: true,
    fields: { above: ABOVE, title: TITLE },
    items: { one: "benefit", most: 6, fields: { title: TITLE, text: TEXT } },
  },
  comparison: {
    title: "Comparison with an agent",
    desk: "home",
    canHide: true,
    fields: {
      title: TITLE,
      us: { label: "Column of the company" },
      other: { label: "Column of the other way" },
      note: { label: "Below the table", isLong: true },
    },
    items: {
      one: "row",
      most: 10,
      fields: {
        title: { label: "What is compared" },
        us: { label: "The company" },
        other: { label: "The other way" },
      },
    },
  },
  steps: {
    title: "How it works",
    desk: "home",
    fields: { above: ABOVE, title: TITLE },
    items: {
      one: "step",
      most: 3,
      fields: {
        title: TITLE,
        you: { label: "What the seller does" },
        we: { label: "What the company does" },
        takes: { label: "How long it takes" },
      },
    },
  },
  arithmetic: {
    title: "How an offer is worked out",
    desk: "home",
    canHide: true,
    fields: { title: TITLE, text: TEXT, total: { label: "Sum" } },
    items: { one: "line", most: 8, fields: { title: { label: "Line" }, note: { label: "What it is" } } },
  },
  asked: {
    title: "Above the questions",
    desk: "home",
    fields: { above: ABOVE, title: TITLE, text: { label: "Below the title" } },
  },
  ready: {
    title: "End of the home page",
    desk: "home",
    canHide: true,
    fields: { above: ABOVE, title: TITLE, lead: BELOW_TITLE },
  },
  about: {
    title: "About us",
    desk: "texts",
    fields: {
      title: TITLE,
      storyTitle: { label: "Title of the story" },
      valuesAbove: { label: "Line above the values" },
      valuesTitle: { label: "Title of the values" },
      teamAbove: { label: "Line above the people" },
      teamTitle: { label: "Title of the people" },
      lettersTitle: { label: "Title of the letters" },
      talkTitle: { label: "Title of the end" },
      talk: { label: "Text of the end" },
      searchTitle: SEARCH_TITLE,
      searchText: SEARCH_TEXT,
    },
  },
  contact: {
    title: "Contact",
    desk: "texts",
    fields: {
      title: TITLE,
      lead: BELOW_TITLE,
      meetings: { label: "About meetings" },
      answer: { label: "Once a message is sent" },
      urgent: { label: "If it is urgent" },
      searchText: SEARCH_TEXT,
    },
  },
  callBack: {
    title: "Call me back",
    desk: "texts",
    fields: {
      title: TITLE,
      lead: BELOW_TITLE,
      thanksTitle: { label: "Title once it is sent" },
      thanks: { label: "Text once it is sent" },
      other: { label: "Beside the contact form" },
    },
  },
  end: {
    title: "End of your pages",
    desk: "texts",
    fields: { title: TITLE, text: TEXT },
  },
  footer: {
    title: "Foot of every page",
    desk: "texts",
    fields: { text: TEXT, end: { label: "Beside the name" } },
  },
  meetings: {
    title: "Meetings",
    desk: "mails",
    fields: {
      property: { label: "At the property", isLong: true },
      office: { label: "In the office", isLong: true },
      virtual: { label: "By video", isLong: true },
      phone: { label: "By phone", isLong: true },
      who: { label: "Who is there" },
      before: { label: "Before it, in e-mails" },
      contactTitle: { label: "Before it, title on the confirmation" },
      contact: { label: "Before it, on the confirmation" },
    },
  },
  messages: {
    title: "Messages",
    desk: "mails",
    fields: { read: { label: "Who answers" }, urgent: { label: "If it is urgent" } },
  },
  offers: {
    title: "Offers",
    desk: "mails",
    fields: {
      mail: { label: "In the e-mail", isLong: true },
      value: { label: "Value once repaired" },
      repairs: { label: "Repairs" },
      buying: { label: "Cost of buying" },
      selling: { label: "Cost of selling" },
      holding: { label: "Cost of holding" },
      margin: { label: "Margin" },
      yes: { label: "To a yes" },
      question: { label: "To a question" },
      counter: { label: "To another sum" },
      no: { label: "To a no" },
      binding: { label: "What binds", isLong: true },
      expired: { label: "After its last day" },
      closed: { label: "Once it is closed" },
      withdrawn: { label: "Once it is withdrawn" },
    },
  },
} as const satisfies Record<string, WordSection>;
