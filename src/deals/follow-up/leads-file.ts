export const LEAD_HEADINGS = [
  "Name",
  "Email",
  "Phone",
  "Street",
  "City",
  "State",
  "ZIP code",
  "Situation",
  "Source",
  "Campaign",
  "Stage",
  "Lost reason",
  "Next step",
  "Next step due",
  "Assigned to",
  "Notes",
  "Created at",
] as const;

export type LeadHeading = (typeof LEAD_HEADINGS)[number];

/** Each line also needs an e-mail address or a phone number. */
export const REQUIRED_LEAD_HEADINGS: readonly LeadHeading[] = ["Name"];
