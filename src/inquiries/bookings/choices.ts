// Forms show these choices before the schemas in booking.ts have loaded.
export const PREFERRED_CONTACTS = { phone: "Phone", email: "Email", text: "Text" } as const;

export const PROPERTY_TYPES = {
  "single-family": "Single Family",
  "multi-family": "Multi-Family",
  condo: "Condo",
  townhouse: "Townhouse",
  other: "Other",
} as const;

/** The API accepts these too. */
export const ALL_PROPERTY_TYPES = { ...PROPERTY_TYPES, land: "Land", commercial: "Commercial" } as const;

export const SITUATIONS = {
  foreclosure: "Foreclosure",
  divorce: "Divorce",
  inherited: "Inherited Property",
  relocation: "Relocation",
  landlord: "Tired Landlord",
  other: "Other",
} as const;

export const TIMEFRAMES = {
  asap: "As soon as possible",
  "1-3-months": "1–3 months",
  "3-6-months": "3–6 months",
  exploring: "Just exploring",
} as const;

/** What a caller did not say. */
const NOT_SAID = { "": "Not said" } as const;

export const KEPT_PROPERTY_TYPES = { ...ALL_PROPERTY_TYPES, ...NOT_SAID } as const;
export const KEPT_TIMEFRAMES = { ...TIMEFRAMES, ...NOT_SAID } as const;

/** Maximum numbers of characters. */
export const BOOKING_LIMITS = {
  name: 100,
  street: 200,
  city: 100,
  additionalInfo: 5_000,
  consent: 5_000,
  cancelReason: 1_000,
};
