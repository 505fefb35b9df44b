import { sentenceOf } from "#platform/audit-log.ts";
import type { Caller } from "#platform/server/http/access.ts";

const SUMS = new Set([
  ...["offerCents", "offeredAt", "acceptedCents"],
  ...["contractCents", "contractDay", "closingCents", "closingDay", "offer"],
]);
const OF_AMOUNTS = sentenceOf({ at: "", actor: "", action: "amounts", to: "" });

/** What an admin without the duty to sell is shown of leads and people: no offer and no sum. */
export function withoutSums<Answer extends object>(answer: Answer, { duties }: Pick<Caller, "duties">): Answer {
  return duties.includes("sell") ? answer : (stripped(answer) as Answer);
}

function stripped(value: unknown, name?: string): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isOfOffer(one)).map((one) => stripped(one));
  if (typeof value !== "object" || value === null) return name === "sumCents" ? 0 : value;
  const entries = Object.entries(value).filter(([key]) => !SUMS.has(key));
  const copy = Object.fromEntries(entries.map(([key, one]) => [key, stripped(one, key)]));
  if (name !== "offers") return copy;
  return "lines" in copy ? { count: 0, lines: [] } : { ...copy, offers: [] };
}

/** An event of a person's line of time. */
function isOfOffer(value: unknown): boolean {
  const { kind, title } = Object(value);
  return kind === "offer" || (kind === "history" && `${title}`.startsWith(OF_AMOUNTS));
}
