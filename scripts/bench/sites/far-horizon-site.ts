import { bookingRules as rules } from "#site";

export * from "#site";
export const bookingRules = { ...rules, horizonDays: 7300 };
