import type { Facts } from "#company/facts/schema.ts";

/** All that may be stored: what was entered stays when the company switches a part off. */
export const US_STATES = {
  AL: "Alabama",
  AK: "Alaska",
  AS: "American Samoa",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  MP: "Northern Mariana Islands",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  VI: "U.S. Virgin Islands",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const;

/** Beside the fifty. */
const SWITCHED: Readonly<Record<string, keyof Facts["states"]>> = {
  DC: "district",
  AS: "territories",
  GU: "territories",
  MP: "territories",
  PR: "territories",
  VI: "territories",
};

export function isOfferedState({ states }: Pick<Facts, "states">, code: string): boolean {
  return Object.hasOwn(US_STATES, code) && (SWITCHED[code] === undefined || states[SWITCHED[code]]);
}

/** `present` was entered before. */
export function offeredStates(facts: Pick<Facts, "states">, present?: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(US_STATES).filter(([code]) => code === present || isOfferedState(facts, code)),
  );
}
