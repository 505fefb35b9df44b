import { pushActSchema } from "#delivery/push/push.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { doneSchema } from "#platform/shapes.ts";
import { act, type SeesLead, type TakeLead } from "./change-devices.ts";
import type { PushIdentity } from "./identity.ts";

type Services = {
  database: Database;
  clock: Clock;
  pushIdentity: PushIdentity;
  takeLead: TakeLead;
  seesLead: SeesLead;
};

export function pushRoutes({ database, clock, pushIdentity: { tokens }, takeLead, seesLead }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("/acts", {
      summary: "Take the lead that a device was rung about, or say that it was shown, by the token in the message",
      body: pushActSchema,
      answer: doneSchema,
      handle: async ({ body, now }) => ({ message: await act(database, { ...body, tokens, takeLead, seesLead, now }) }),
    });
  });
}
