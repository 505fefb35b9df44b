/** Maximum numbers of characters, and of entries of a list. */
export const FACT_LIMITS = {
  name: 80,
  line: 120,
  /** It stands in large letters beside three others. */
  figure: 16,
  announcement: 200,
  text: 1_000,
  answer: 2_000,
  story: 10_000,
  legal: 60_000,
  agreement: 1_000,
  source: 300,
  staffEmails: 10,
  values: 8,
  questions: 30,
  team: 30,
  testimonials: 50,
  closedDates: 200,
  socialLinks: 10,
};
