import { findHold } from "#delivery/removals/server/hold.ts";
import { type Check, ok, type Subject, trouble } from "./check.ts";
import { at } from "./words.ts";

const HOLD: Subject = { id: "hold", group: "site", title: "Hold after a restore" };

export const holdCheck: Check = {
  subjects: [HOLD],
  run: async ({ read, config: { publicUrl } }) => {
    const hold = await findHold(read);
    if (!hold) return [ok(HOLD, "Nothing is held.")];
    return [
      trouble(
        HOLD,
        `Since the restore of ${at(hold.at)} e-mail, webhooks, notices to devices, keys and calendar feeds are held: ${hold.reason}.`,
        `Do again what you know was removed after the backup, then press Confirm and release on the dashboard (${publicUrl}/admin).`,
      ),
    ];
  },
};
