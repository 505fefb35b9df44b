// The shipped words of the other pages, of mail to visitors and of offers. A sentence with a fact that is hidden is left out.

export const ABOUT = {
  title: "About us",
  desk: "texts",
  fields: {
    title: { label: "Title", text: "The people you will meet" },
    storyTitle: { label: "Title of the story", text: "Our story" },
    valuesAbove: { label: "Line above the values", text: "What we hold to" },
    valuesTitle: { label: "Title of the values", text: "Our values" },
    teamAbove: { label: "Line above the people", text: "Who you will meet" },
    teamTitle: { label: "Title of the people", text: "Our team" },
    lettersTitle: { label: "Title of the letters", text: "What sellers wrote" },
    talkTitle: { label: "Title of the end", text: "Come and ask us anything" },
    talk: { label: "Text of the end", text: "A free meeting, {places}." },
    searchTitle: { label: "Title in search results", text: "About us: who buys your house" },
    searchText: {
      label: "Text in search results",
      text: "Who we are, how we work, and why we tell you when an agent would serve you better. {areaServed}.",
    },
  },
} as const;

export const CONTACT = {
  title: "Contact",
  desk: "texts",
  fields: {
    title: { label: "Title", text: "Talk to a person" },
    lead: {
      label: "Below the title",
      text: "Ask anything, or tell us about the house. {contactPerson} or a colleague answers during our office hours.",
      isLong: true,
    },
    meetings: { label: "About meetings", text: "Meetings are free, {places}." },
    answer: {
      label: "Once a message is sent",
      text: "A person reads it and answers during our office hours, the way you wrote to us.",
    },
    urgent: { label: "If it is urgent", text: "If it is urgent, {reach}: we pick up during opening hours." },
    searchText: {
      label: "Text in search results",
      text: "Call, write, or book a free meeting. A person reads it and answers during our office hours.",
    },
  },
} as const;

export const CALL_BACK = {
  title: "Call me back",
  desk: "texts",
  fields: {
    title: { label: "Title", text: "Have us call you" },
    lead: {
      label: "Below the title",
      text: "Leave your number. A person calls you about your house, and there is nothing to sign.",
      isLong: true,
    },
    thanksTitle: { label: "Title once it is sent", text: "Thank you. We call you." },
    thanks: {
      label: "Text once it is sent",
      text: "A person calls the number you left, at the time you asked for.",
    },
    other: { label: "Beside the contact form", text: "Rather have us call you?" },
  },
} as const;

export const END = {
  title: "End of your pages",
  desk: "texts",
  fields: {
    title: { label: "Title", text: "Talk it through, free" },
    text: {
      label: "Text",
      text: "You speak with {contactPerson}, and you will know what your choices are, whichever one you take.",
      isLong: true,
    },
  },
} as const;

export const FOOTER = {
  title: "Foot of every page",
  desk: "texts",
  fields: {
    text: {
      label: "Text",
      text: "We buy houses as they stand in {areaServed}. No repairs, no commissions, and a closing date you choose.",
      isLong: true,
    },
    end: { label: "Beside the name", text: "We are buyers, not brokers or lawyers." },
  },
} as const;

export const MEETINGS = {
  title: "Meetings",
  desk: "mails",
  fields: {
    property: {
      label: "At the property",
      text: "We come to the property. Nothing needs to be cleaned or repaired for it.",
      isLong: true,
    },
    office: {
      label: "In the office",
      text: "We meet at our office. Bring whatever papers about the house you have at hand; none is required.",
      isLong: true,
    },
    virtual: { label: "By video", text: "We meet by video. Open the link when it is time.", isLong: true },
    phone: { label: "By phone", text: "We call you. Please have the phone at hand.", isLong: true },
    who: { label: "Who is there", text: "You will speak with {contactPerson}." },
    before: { label: "Before it, in e-mails", text: "We may call beforehand if we need to know more." },
    contactTitle: { label: "Before it, title on the confirmation", text: "Our team contacts you" },
    contact: {
      label: "Before it, on the confirmation",
      text: "{contactPerson} will get in touch for more information about the house, so that the meeting is short.",
    },
  },
} as const;

export const MESSAGES = {
  title: "Messages",
  desk: "mails",
  fields: {
    read: { label: "Who answers", text: "A person reads every message and answers it during our office hours." },
    urgent: { label: "If it is urgent", text: "If it cannot wait, call {phone}." },
  },
} as const;

export const OFFERS = {
  title: "Offers",
  desk: "mails",
  fields: {
    mail: {
      label: "In the e-mail",
      text: "We have worked out what we can pay. The page shows how we came to it, line by line, and what you can choose.",
      isLong: true,
    },
    value: {
      label: "Value once repaired",
      text: "What we expect a buyer to pay once the house is repaired. The sales nearby are listed below.",
    },
    repairs: {
      label: "Repairs",
      text: "What it needs before it sells at that price. If the work costs more than this, we pay the difference.",
    },
    buying: {
      label: "Cost of buying",
      text: "What we pay to buy it from you, such as title and recording.",
    },
    selling: { label: "Cost of selling", text: "What we pay when we sell it again." },
    holding: { label: "Cost of holding", text: "What the house costs each month while it is ours." },
    margin: {
      label: "Margin",
      text: "What we earn, and live on. If something goes wrong, it comes out of this.",
    },
    yes: {
      label: "To a yes",
      text: "We call you and prepare the contract. Nothing is signed yet, and you can still change your mind.",
    },
    question: { label: "To a question", text: "We answer as soon as we read it. The offer stays as it is." },
    counter: {
      label: "To another sum",
      text: "Name the sum that would be right for you. We look at the arithmetic again and come back to you.",
    },
    no: { label: "To a no", text: "That is fine, and it is the end of it unless you call us." },
    binding: {
      label: "What binds",
      text: "Nothing that you press here binds you: a sale begins only when both of us sign a contract. Take your time, and show this page to a person whom you trust.",
      isLong: true,
    },
    expired: {
      label: "After its last day",
      text: "Prices and costs move, so we would look at it again with you.",
    },
    closed: {
      label: "Once it is closed",
      text: "Things have moved on since we sent it. If you have a question, or would like to talk again, we are glad to help:",
    },
    withdrawn: {
      label: "Once it is withdrawn",
      text: "We have taken it back. We are glad to tell you why, and what is possible instead:",
    },
  },
} as const;
