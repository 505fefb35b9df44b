// The shipped words of the home page. A sentence with a fact that is hidden is left out.

const ABOVE = "Line above the title";
const TITLE = "Title";

export const HERO = {
  title: "Beginning of the home page",
  desk: "home",
  fields: {
    above: { label: ABOVE, text: "Cash offers · As-is · No commissions" },
    title: { label: TITLE, text: "Sell the house. Keep your plans." },
    lead: {
      label: "Below the title",
      text: "Tell us where it is and get a no-obligation cash offer within {offerWithin}. We buy it as it stands, and you choose the closing date.",
      isLong: true,
    },
    searchTitle: { label: "Title in search results", text: "Sell your house for cash, as it stands" },
    searchText: {
      label: "Text in search results",
      text: "No repairs, no commissions, a closing date you choose. {areaServed}. A cash offer within {offerWithin}.",
    },
  },
} as const;

export const SITUATIONS = {
  title: "Situations",
  desk: "home",
  canHide: true,
  fields: {
    title: { label: TITLE, text: "What We Do" },
    lead: { label: "Below the title", text: "Whatever brought you here, the house can go as it stands." },
  },
} as const;

export const BENEFITS = {
  title: "Benefits",
  desk: "home",
  canHide: true,
  fields: {
    above: { label: ABOVE, text: "Five reasons, one trade-off" },
    title: { label: TITLE, text: "Why Choose Us" },
  },
  items: {
    one: "benefit",
    most: 6,
    fields: { title: { label: TITLE }, text: { label: "Text", isLong: true } },
    texts: [
      {
        title: "Fast Closings",
        text: "As soon as the title is clear, or later if that suits you better. On average it takes {closingIn}.",
      },
      { title: "No Repairs Needed", text: "The roof, the furnace, the full attic: all of it can stay as it is." },
      {
        title: "Fair Cash Offers",
        text: "In writing, with the arithmetic on the same page. No lender who can change their mind.",
      },
      { title: "No Commissions", text: "You deal with us directly, and we pay the usual closing costs." },
      { title: "Local Experts", text: "We work in {areaServed} and nowhere else." },
    ],
  },
} as const;

export const COMPARISON = {
  title: "Comparison with an agent",
  desk: "home",
  canHide: true,
  fields: {
    title: { label: TITLE, text: "Two honest ways to sell" },
    us: { label: "Column of the company", text: "Selling to us" },
    other: { label: "Column of the other way", text: "Listing with an agent" },
    note: {
      label: "Below the table",
      text: "If time is on your side and the house shows well, ask an agent too. We would rather you compared.",
      isLong: true,
    },
  },
  items: {
    one: "row",
    most: 10,
    fields: { title: { label: "What is compared" }, us: { label: "The company" }, other: { label: "The other way" } },
    texts: [
      {
        title: "Repairs",
        us: "None. We buy it as it stands",
        other: "Often some, before listing or after inspection",
      },
      { title: "Commissions", us: "None", other: "Agreed with the agent, paid from the sale" },
      { title: "Showings", us: "One visit from us", other: "Viewings until a buyer is found" },
      { title: "Closing date", us: "You set it", other: "Agreed with the buyer and their lender" },
      {
        title: "Time to close",
        us: "As soon as the title is clear. On average {closingIn}.",
        other: "Depends on the buyer and the loan",
      },
      {
        title: "Price",
        us: "Allows for repairs, our costs and our margin",
        other: "You may get a higher price",
      },
    ],
  },
} as const;

export const STEPS = {
  title: "How it works",
  desk: "home",
  fields: {
    above: { label: ABOVE, text: "Three steps" },
    title: { label: TITLE, text: "How It Works" },
  },
  items: {
    one: "step",
    most: 3,
    fields: {
      title: { label: TITLE },
      you: { label: "What the seller does" },
      we: { label: "What the company does" },
      takes: { label: "How long it takes" },
    },
    texts: [
      {
        title: "Contact Us",
        you: "Book a free meeting, call, or write. A few words are enough.",
        we: "We ask about the house and your date, and look at it once.",
        takes: "One talk, and one visit",
      },
      {
        title: "Get a Fair Offer",
        you: "Read it, show it to someone you trust, say yes or no.",
        we: "We put the number and how we came to it on one page.",
        takes: "Within {offerWithin}",
      },
      {
        title: "Close & Move On",
        you: "Choose the day, take what you want, hand over the keys.",
        we: "We pay cash through a title company and clear what is left.",
        takes: "Until the title is clear, or your date. On average {closingIn}.",
      },
    ],
  },
} as const;

export const ARITHMETIC = {
  title: "How an offer is worked out",
  desk: "home",
  canHide: true,
  fields: {
    title: { label: TITLE, text: "How we work out an offer" },
    text: {
      label: "Text",
      text: "You get this page with your numbers on it. Nothing is rounded in our favor without telling you.",
      isLong: true,
    },
    total: { label: "Sum", text: "Your cash offer" },
  },
  items: {
    one: "line",
    most: 8,
    fields: { title: { label: "Line" }, note: { label: "What it is" } },
    texts: [
      { title: "What similar houses nearby sold for lately", note: "three to five sales, listed by address" },
      { title: "Repairs the house needs", note: "line by line" },
      { title: "Our costs", note: "closing, taxes and insurance until we resell" },
      { title: "Our margin", note: "what we live on, stated as a figure" },
    ],
  },
} as const;

export const ASKED = {
  title: "Above the questions",
  desk: "home",
  fields: {
    above: { label: ABOVE, text: "Asked most often" },
    title: { label: TITLE, text: "Questions sellers ask" },
    text: {
      label: "Below the title",
      text: "The uncomfortable ones included. If yours is missing, ask us.",
    },
  },
} as const;

export const READY = {
  title: "End of the home page",
  desk: "home",
  canHide: true,
  fields: {
    above: { label: ABOVE, text: "A person answers" },
    title: { label: TITLE, text: "Ready to Talk?" },
    lead: {
      label: "Below the title",
      text: "You will speak with {contactPerson}, not with a call center. Bring your questions; there is nothing to sign.",
      isLong: true,
    },
  },
} as const;
