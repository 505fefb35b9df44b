/** Time is an argument: whoever needs "now" is given a clock, so that a test can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
