// How soon people were reached, on their own clock and in the company's business hours.
import * as z from "zod/mini";

export const firstContactsSchema = z.object({
  total: z.number(),
  contacted: z.number(),
  /** Of business hours. */
  median: z.nullable(z.number()),
  /** On the clock of the person who waited. */
  wallMedian: z.nullable(z.number()),
  /** How many were reached within five minutes on that clock. */
  withinFive: z.number(),
});

/** Of one person of the staff: what they took, and how soon the first outcome followed on the clock of who waited. */
export const takenSchema = z.object({
  name: z.string(),
  taken: z.number(),
  median: z.nullable(z.number()),
  withinFive: z.number(),
});

export type Taken = z.infer<typeof takenSchema>;

export type FirstContacts = z.infer<typeof firstContactsSchema>;

export type Wait = { waitingSince: string; contactedAt: string | null; minutes: number | null };

const FIVE_MINUTES_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

export function summarizeFirstContacts(waits: readonly Wait[]): FirstContacts {
  const spent = waits.flatMap(({ waitingSince, contactedAt }) =>
    contactedAt === null ? [] : [Math.max(0, Date.parse(contactedAt) - Date.parse(waitingSince))],
  );
  const minutes = waits.flatMap((wait) => wait.minutes ?? []);
  return {
    total: waits.length,
    contacted: spent.length,
    median: medianOf(minutes),
    wallMedian: medianOf(spent.map((ms) => Math.floor(ms / MINUTE_MS))),
    withinFive: spent.filter((ms) => ms <= FIVE_MINUTES_MS).length,
  };
}

/** `triedAt`: the first outcome; null if another had it, or none came yet. */
export function summarizeTaken(
  name: string,
  waits: readonly { waitingSince: string; triedAt: string | null }[],
): Taken {
  const answered = waits.map(({ waitingSince, triedAt: contactedAt }) => ({
    waitingSince,
    contactedAt,
    minutes: null,
  }));
  const { total: taken, wallMedian: median, withinFive } = summarizeFirstContacts(answered);
  return { name, taken, median, withinFive };
}

function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
