export const FORM_PROPERTY_TYPES = [
  "single-family",
  "single-family",
  "multi-family",
  "condo",
  "townhouse",
  "other",
] as const;
export const CAMPAIGNS = [
  { source: "google", medium: "cpc", campaign: "brand", weight: 5, cost: 9_000 },
  { source: "google", medium: "cpc", campaign: "inherited-homes", weight: 4, cost: 21_000 },
  { source: "facebook", medium: "cpc", campaign: "landlords", weight: 4, cost: 12_500 },
  { source: "bing", medium: "cpc", campaign: "brand", weight: 2, cost: 7_500 },
  { source: "postcard", medium: "print", campaign: "elm-street-spring", weight: 4, cost: 31_000 },
  { source: "postcard", medium: "print", campaign: "probate-letters", weight: 3, cost: 26_000 },
  { source: "sign", medium: "outdoor", campaign: "county-fair", weight: 1, cost: 15_000 },
  { source: "radio", medium: "audio", campaign: "morning-show", weight: 2, cost: 42_000 },
  { source: "nextdoor", medium: "social", campaign: "", weight: 2, cost: 0 },
] as const;

export const REFERRERS = [
  "https://www.google.com/",
  "https://www.bing.com/",
  "https://duckduckgo.com/",
  "https://neighbors.example/recommended",
];

const words = (text: string) => text.split(" ");

export const FIRST_NAMES = words(
  "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Dorothy Jacob Amy Nicholas Kathleen Gary Angela Eric Shirley Jonathan Emma Stephen Brenda Larry Pamela Justin Nicole Scott Anna Brandon Samantha Benjamin Katherine Samuel Christine Gregory Debra Alexander Rachel Patrick Carolyn Frank Janet Raymond Maria Jack Olivia Dennis Heather Jerry Helen José Renée Zoë Björn Łukasz Siobhán Nguyễn Aïcha Ramón Inés Søren Chloé Jürgen Agnès Óscar Beyoncé-Marie Wei Priya Mohammed Fatima Kwame Yuki",
);

export const LAST_NAMES = words(
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Núñez Müller O'Brien D'Angelo Þórsson Kowalczyk Öztürk Peña Wolfeschlegelsteinhausen Vandenberghe Çelik Dvořák Lindqvist Okonkwo Nakamura",
);

export const CITIES = [
  ["Springfield", "IL", "62701"],
  ["Chatham", "IL", "62629"],
  ["Rochester", "IL", "62563"],
  ["Sherman", "IL", "62684"],
  ["Decatur", "IL", "62521"],
  ["Peoria", "IL", "61602"],
  ["Bloomington", "IL", "61701"],
  ["Jacksonville", "IL", "62650"],
  ["Lake in the Hills", "IL", "60156"],
  ["St. Louis", "MO", "63101"],
] as const;

export const STREETS = [
  "Maple Street",
  "Elm Street",
  "Oak Avenue",
  "South Grand Avenue East",
  "MacArthur Boulevard",
  "Cherry Lane",
  "Washington Street",
  "County Road 900 North, Lot 14",
  "Lakeview Drive, Apt 3B",
  "2nd Street",
];

export const REMARKS = [
  "The roof leaks over the back bedroom.",
  "My mother's house. It is still full.",
  "Tenants are in until the end of the month.\nPlease do not call them.",
  "We close on another house soon and cannot carry both.",
  'The neighbors call it "the yellow house"; you cannot miss it.',
];

export const NOTES = [
  "Called back, left a message.",
  "Wants an offer in writing.",
  "Sold to a relative.\nSend a card anyway.",
  "Second visit with the contractor agreed.",
];

export const GREETINGS = ["Hello,", "Good morning,", "Hi there,", "To whom it may concern,"];

export const QUESTIONS = [
  "How much would you pay for a three-bedroom ranch that needs a new roof?",
  "I inherited a house two hours away. Can everything be done by phone?",
  "We have a tenant who does not pay. Do you still buy?",
  "The bank has sent a notice. How fast can you be here?",
  "Can I stay for two weeks after closing? We need the time to move my parents and everything they have kept for fifty years, which is a lot, and none of us lives near by.",
  "Please take me off your list.",
];

export const CALL_WORDS = [
  "Called about the house of her late mother. Wants to know how it works.",
  "Got the postcard. Roof and furnace are old, tenants until March.",
  "Behind on payments, sale in six weeks. Asked for a visit soon.",
  "Only wants a number for now.",
];

export const STEPS_AHEAD = [
  "Call back",
  "Send the comparables",
  "Ask about the roof",
  "Call after work, not before six",
  "Ask whether the brother agrees",
  "Second visit with the contractor",
];

export const TRY_WORDS = [
  "No answer, left a message.",
  "Talked for ten minutes, wants an offer.",
  "Asked for a call next week.",
];

export const REPAIRS = [
  { label: "New roof", dollars: 14_500 },
  { label: "Furnace and air conditioning", dollars: 9_800 },
  { label: "Kitchen", dollars: 12_000 },
  { label: "Bathroom floor", dollars: 3_400 },
  { label: "Wiring of the second floor", dollars: 6_100 },
  { label: "Paint and floors", dollars: 7_500 },
  { label: "Foundation crack", dollars: 8_200 },
];

export const NO_WORDS = ["Too low for us.", "My brother wants to keep it.", "An agent says we can get more."];
