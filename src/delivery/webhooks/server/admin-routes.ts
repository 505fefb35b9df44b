import {
  deliveryEnqueuedSchema,
  deliveryListSchema,
  deliveryQuerySchema,
  endpointChangedSchema,
  endpointChangeSchema,
  endpointListSchema,
  endpointSecretSchema,
  newEndpointSchema,
} from "#delivery/webhooks/admin.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { AppError } from "#platform/errors.ts";
import { paginationOf } from "#platform/pagination.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints, idSchema } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  type EnqueuedDelivery,
  endpointNotFound,
  renewSecret,
  replayDelivery,
  testEndpoint,
} from "./change-endpoint.ts";
import { isDeliveryId, listDeliveries, listEndpoints } from "./store.ts";
import { toDelivery, toEndpoint, type WebhookEndpointsTable } from "./table.ts";

type Services = { config: { webhookAllowPrivate: boolean }; database: Database; clock: Clock };

export function webhookAdminRoutes({ config, database, clock }: Services) {
  const allowPrivate = config.webhookAllowPrivate;
  return endpoints({ access: "admin", duties: ["answer", "sell", "run"], clock, notFound: endpointNotFound }, (api) => {
    api.get("/endpoints", {
      summary: "Webhook endpoints",
      answer: endpointListSchema,
      handle: async () => ({ endpoints: (await listEndpoints(database.read)).map(toEndpoint) }),
    });

    api.post("/endpoints", {
      summary: "Add an endpoint. Only this answer contains its secret",
      proof: true,
      body: newEndpointSchema,
      created: endpointSecretSchema,
      message: "Endpoint added",
      handle: async ({ body, by, caller }) => {
        requireAllLeads(caller);
        return withSecret(await addEndpoint(database, { form: body, allowPrivate, ...by }));
      },
    });

    api.put("/endpoints/:id", {
      summary: "Change an endpoint, or turn it on or off",
      proof: true,
      body: endpointChangeSchema,
      answer: endpointChangedSchema,
      message: "Endpoint changed",
      handle: async ({ id, body, by, caller }) => {
        requireAllLeads(caller);
        return { endpoint: toEndpoint(await changeEndpoint(database, { id, ...by, change: body, allowPrivate })) };
      },
    });

    api.post("/endpoints/:id/secret", {
      summary: "Replace the secret. Only this answer contains the new one; the old one also signs for 24 hours",
      proof: true,
      answer: endpointSecretSchema,
      message: "New secret created",
      handle: async ({ id, by }) => withSecret(await renewSecret(database, { id, ...by })),
    });

    api.post("/endpoints/:id/test", {
      summary: "Send a test event to an endpoint",
      created: deliveryEnqueuedSchema,
      message: "Test queued",
      handle: async ({ id, by }) => enqueued(await testEndpoint(database, { id, ...by })),
    });

    api.delete("/endpoints/:id", {
      summary: "Delete an endpoint with its log",
      message: "Endpoint deleted",
      handle: ({ id, by }) => deleteEndpoint(database, { id, ...by }),
    });

    api.get("/endpoints/:id/history", {
      summary: "Audit log of an endpoint",
      answer: auditLogSchema,
      handle: async ({ id }) => ({ history: await listAuditLog(database.read, { kind: "webhook", id }) }),
    });

    api.get("/deliveries", {
      summary: "Deliveries to endpoints, with their answers",
      query: deliveryQuerySchema,
      answer: deliveryListSchema,
      handle: async ({ query }) => {
        const names = new Map((await listEndpoints(database.read)).map(({ id, name }) => [id, name]));
        const { rows, total } = await listDeliveries(database.read, query, query);
        return {
          deliveries: rows.map((row) => toDelivery(row, { name: names.get(row.endpoint_id) ?? "" })),
          pagination: paginationOf(query, total),
        };
      },
    });

    api.post("/deliveries/:id/replay", {
      summary: "Send a delivery again, with the same webhook-id",
      params: idSchema,
      answer: deliveryEnqueuedSchema,
      message: "Queued again",
      handle: async ({ params: { id }, by }) => {
        if (!isDeliveryId(id)) throw new AppError("not_found", "Delivery not found");
        return enqueued(await replayDelivery(database, { id, ...by }));
      },
    });
  });
}

function withSecret(endpoint: WebhookEndpointsTable) {
  return { endpoint: toEndpoint(endpoint), secret: endpoint.secret };
}

function enqueued({ delivery, endpoint }: EnqueuedDelivery) {
  return { delivery: toDelivery(delivery, endpoint) };
}

/** An endpoint hears of every lead. */
function requireAllLeads({ onlyLeadsOf }: Caller): void {
  if (onlyLeadsOf !== undefined) throw new AppError("forbidden", "You see only your own and unclaimed leads.");
}
