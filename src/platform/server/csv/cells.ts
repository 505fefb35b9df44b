import { parseInstant } from "#platform/dates.ts";

/** The value that a cell names by itself or by its label, in any case. */
export function findChoice<Value extends string>(
  text: string,
  labels: Readonly<Record<Value, string>>,
): Value | undefined {
  const wanted = text.toLowerCase();
  const values = Object.keys(labels) as Value[];
  return values.find((value) => value.toLowerCase() === wanted || labels[value].toLowerCase() === wanted);
}

/** The time at which a record was made; now for an empty cell. Undefined if it is refused. */
export function readCreatedAt(
  text: string,
  { now, timeZone }: { now: Date; timeZone: string },
  refuse: (reason: string) => void,
): Date | undefined {
  const at = text === "" ? now : parseInstant(text, timeZone);
  if (!at) refuse("Please write it like 2026-11-20T15:00:00Z or 2026-11-20");
  else if (at > now) refuse("This date is in the future");
  return at;
}
