import { readFailingEndpoints } from "#delivery/webhooks/server/store.ts";
import { type Check, ok, type Subject, warning } from "./check.ts";
import { count } from "./words.ts";

const WEBHOOKS: Subject = { id: "webhooks", group: "mail", title: "Webhooks" };

const DAY_MS = 24 * 60 * 60_000;

export const webhooksCheck: Check = {
  subjects: [WEBHOOKS],
  run: async ({ read, now }) => {
    const since = new Date(now.getTime() - DAY_MS);
    const { total, turnedOff, failing } = await readFailingEndpoints(read, since);
    if (total === 0) return [ok(WEBHOOKS, "There are none.")];
    const problems = [
      failing.length > 0 && `calls of the last day failed at ${failing.join(", ")}`,
      turnedOff.length > 0 &&
        `the site has turned off ${turnedOff.join(", ")}, because the receiver wants no more calls`,
    ].filter((problem) => problem !== false);
    if (problems.length === 0) return [ok(WEBHOOKS, `${count(total, "endpoint answers", "endpoints answer")}.`)];
    const text = problems.join("; ");
    return [
      warning(
        WEBHOOKS,
        `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        "Open the page Webhooks: it shows each call and its answer. Correct the receiver, then switch it on again.",
      ),
    ];
  },
};
