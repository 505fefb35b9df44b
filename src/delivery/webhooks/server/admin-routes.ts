import * as z from "zod/mini";
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
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  type EnqueuedDelivery,
  renewSecret,
  replayDelivery,
  testEndpoint,
} from "./change-endpoint.ts";
import { isDeliveryId, listDeliveries, listEndpoints } from "./store.ts";
import { toDelivery, toEndpoint, type WebhookEndpointsTable } from "./table.ts";

type Services = { config: { webhookAllowPrivate: boolean }; database: Database; clock: Clock };

const ADMIN = { access: "admin" } as const;
const PROVED = { ...ADMIN, proof: true } as const;
const idSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

export function webhookAdminRoutes({ config, database, clock }: Services) {
  const allowPrivate = config.webhookAllowPrivate;
  return async (app: App) => {
    app.get(
      "/endpoints",
      {
        config: ADMIN,
        schema: {
          summary: "Webhook endpoints",
          response: { 200: endpointListSchema },
        },
      },
      async () => ({ success: true as const, endpoints: (await listEndpoints(database.read)).map(toEndpoint) }),
    );

    app.post(
      "/endpoints",
      {
        config: PROVED,
        schema: {
          summary: "Add an endpoint. Only this answer contains its secret",
          body: newEndpointSchema,
          response: { 201: endpointSecretSchema },
        },
      },
      async (request, reply) => {
        const actor = requireCaller(request).email;
        const endpoint = await addEndpoint(database, { form: request.body, allowPrivate, actor, now: clock.now() });
        return reply.status(201).send(withSecret("Endpoint added", endpoint));
      },
    );

    app.put(
      "/endpoints/:id",
      {
        config: PROVED,
        schema: {
          summary: "Change an endpoint, or turn it on or off",
          params: idSchema,
          body: endpointChangeSchema,
          response: { 200: endpointChangedSchema },
        },
      },
      async (request) => {
        const endpoint = await changeEndpoint(database, { ...changeBy(request), change: request.body, allowPrivate });
        return { success: true as const, message: "Endpoint changed", endpoint: toEndpoint(endpoint) };
      },
    );

    app.post(
      "/endpoints/:id/secret",
      {
        config: PROVED,
        schema: {
          summary: "Replace the secret. Only this answer contains the new one; the old one also signs for 24 hours",
          params: idSchema,
          response: { 200: endpointSecretSchema },
        },
      },
      async (request) => withSecret("New secret created", await renewSecret(database, changeBy(request))),
    );

    app.post(
      "/endpoints/:id/test",
      {
        config: ADMIN,
        schema: {
          summary: "Send a test event to an endpoint",
          params: idSchema,
          response: { 201: deliveryEnqueuedSchema },
        },
      },
      async (request, reply) =>
        reply.status(201).send(enqueued("Test queued", await testEndpoint(database, changeBy(request)))),
    );

    app.delete(
      "/endpoints/:id",
      {
        config: ADMIN,
        schema: { summary: "Delete an endpoint with its log", params: idSchema, response: { 200: doneSchema } },
      },
      async (request) => {
        await deleteEndpoint(database, changeBy(request));
        return { success: true as const, message: "Endpoint deleted" };
      },
    );

    app.get(
      "/endpoints/:id/history",
      {
        config: ADMIN,
        schema: { summary: "Audit log of an endpoint", params: idSchema, response: { 200: auditLogSchema } },
      },
      async ({ params }) => ({
        success: true as const,
        history: await listAuditLog(database.read, { kind: "webhook", id: requireEndpointId(params.id) }),
      }),
    );

    app.get(
      "/deliveries",
      {
        config: ADMIN,
        schema: {
          summary: "Deliveries to endpoints, with their answers",
          querystring: deliveryQuerySchema,
          response: { 200: deliveryListSchema },
        },
      },
      async ({ query }) => {
        const names = new Map((await listEndpoints(database.read)).map(({ id, name }) => [id, name]));
        const { rows, total } = await listDeliveries(database.read, query, query);
        return {
          success: true as const,
          deliveries: rows.map((row) => toDelivery(row, { name: names.get(row.endpoint_id) ?? "" })),
          pagination: paginationOf(query, total),
        };
      },
    );

    app.post(
      "/deliveries/:id/replay",
      {
        config: ADMIN,
        schema: {
          summary: "Send a delivery again, with the same webhook-id",
          params: idSchema,
          response: { 200: deliveryEnqueuedSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isDeliveryId(id)) throw new AppError("not_found", "Delivery not found");
        const by = { id, actor: requireCaller(request).email, now: clock.now() };
        return enqueued("Queued again", await replayDelivery(database, by));
      },
    );
  };

  function changeBy(request: Parameters<typeof requireCaller>[0] & { params: { id: string } }) {
    return { id: requireEndpointId(request.params.id), actor: requireCaller(request).email, now: clock.now() };
  }
}

function requireEndpointId(id: string): string {
  if (!isId(id)) throw new AppError("not_found", "Endpoint not found");
  return id;
}

function withSecret(message: string, endpoint: WebhookEndpointsTable) {
  return { success: true as const, message, endpoint: toEndpoint(endpoint), secret: endpoint.secret };
}

function enqueued(message: string, { delivery, endpoint }: EnqueuedDelivery) {
  return { success: true as const, message, delivery: toDelivery(delivery, endpoint) };
}
