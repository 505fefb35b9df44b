import { countAttempts } from "#delivery/push/server/store.ts";
import { type Check, type Subject, warning } from "./check.ts";

const PUSH: Subject = { id: "push", group: "mail", title: "Notices to devices" };

const LONG_MS = 60 * 60_000;
/** A device may be off, or a push service restart. */
const FEW = 3;

/** Silent unless it fails for long: most sites ring no device. */
export const pushCheck: Check = {
  subjects: [PUSH],
  run: async ({ read, now }) => {
    const { handedOver, lost, lastError } = await countAttempts(read, new Date(now.getTime() - LONG_MS));
    if (lost < FEW || handedOver > 0) return [];
    return [
      warning(
        PUSH,
        `No push service has taken any of the last hour: ${lastError ?? "no answer"}. Mail goes as before.`,
        "Let this machine reach the push services of browsers: https, to any host.",
      ),
    ];
  },
};
