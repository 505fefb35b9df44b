// A published version of the facts, and what differs between two of them.
import { storedSchema } from "#platform/shapes.ts";
import { type Facts, factsSchema } from "./schema.ts";
import { seedFacts } from "./seed.ts";

export type CompanyVersion = {
  number: number;
  facts: Facts;
  changes: string;
  publishedBy: string;
  publishedAt: string;
};

/** A fact that an older version did not store has its value of site.config.ts. Throws an error that names what is invalid. */
export function readFacts(stored: string): Facts {
  const parsed = storedSchema(factsSchema).safeParse({ ...seedFacts(), ...JSON.parse(stored) });
  if (parsed.success) return parsed.data as Facts;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")} (${message})`);
  throw new Error(`The stored facts of the company cannot be read: ${wrong.join(", ")}`);
}

const LABELS: Record<keyof Facts, string> = {
  company: "Company",
  timeZone: "Time zone",
  businessHours: "Hours",
  bookingRules: "Booking rules",
  leads: "Lead rules",
  calendarInvites: "Calendar invites",
  defaultTheme: "Theme",
  figures: "Figures",
  team: "Team",
  testimonials: "Letters",
  socialLinks: "Social links",
  eraseLeadsAfterDays: "Retention",
};

/** "Company, Hours"; "" if nothing differs. A fact that `before` does not know yet is no difference. */
export function describeChanges(before: Partial<Facts>, after: Facts): string {
  return (Object.keys(LABELS) as (keyof Facts)[])
    .filter((name) => name in before)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => LABELS[name])
    .join(", ");
}
