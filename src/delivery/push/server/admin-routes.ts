import { endpointSchema, newSubscriptionSchema, pushSchema, subscribedSchema } from "#delivery/push/push.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { subscribe, testDevice, unsubscribe } from "./change-devices.ts";
import type { PushIdentity } from "./identity.ts";
import { listDevices, listRecent } from "./store.ts";
import { type PushSubscriptionsTable, toSubscription } from "./table.ts";

type Services = {
  config: { webhookAllowPrivate: boolean };
  database: Database;
  clock: Clock;
  pushIdentity: PushIdentity;
};

/** The devices of the caller alone. No key may call them: a program has none. */
export function pushAdminRoutes({ config, database, clock, pushIdentity: { publicKey } }: Services) {
  const show = async (device: PushSubscriptionsTable, sessionId: string) =>
    toSubscription(device, { sessionId, recent: await listRecent(database.read, device.id) });
  return endpoints({ access: "admin", duties: [], clock }, (api) => {
    api.get("", {
      summary: "The key with which a browser subscribes, and the caller's devices that ring",
      answer: pushSchema,
      handle: async ({ caller }) => {
        const devices = await listDevices(database.read, caller.id);
        return { publicKey, subscriptions: await Promise.all(devices.map((one) => show(one, caller.sessionId))) };
      },
    });

    api.post("/subscriptions", {
      summary: "Ring this device, or change when and about what. Settings that are missing stay as they are",
      body: newSubscriptionSchema,
      created: subscribedSchema,
      handle: async ({ body: form, caller, now }) => {
        const allowPrivate = config.webhookAllowPrivate;
        const device = await subscribe(database, { form, caller, publicKey, allowPrivate, now });
        return { subscription: await show(device, caller.sessionId) };
      },
    });

    api.delete("/subscriptions", {
      summary: "Do not ring this device any more",
      body: endpointSchema,
      message: "This device does not ring any more",
      handle: ({ body: { endpoint }, caller, now }) => unsubscribe(database, { endpoint, caller, now }),
    });

    api.post("/test", {
      summary: "Ring this device once, as a test",
      body: endpointSchema,
      message: "It should ring within seconds",
      handle: ({ body: { endpoint }, caller, now }) => testDevice(database, { endpoint, caller, now }),
    });
  });
}
