import fastify, { type RouteOptions } from "fastify";
import { schemaController } from "./app.ts";
import { docsPage } from "./docs-page.ts";
import { contentSecurityPolicy } from "./page-headers.ts";
import type { App } from "./types.ts";

const HIDDEN = { config: { access: "public" }, schema: { hide: true } } as const;

/** Serves the OpenAPI document, made from the validating schemas of all routes registered after this. */
export function documentApi(app: App, title: () => string): void {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void routes.push(route));
  let described: { title: string; description: Promise<object> } | undefined;
  const describeOnce = () => {
    if (described?.title !== title()) described = { title: title(), description: describe(routes, title()) };
    return described.description.catch((error) => {
      described = undefined;
      throw error;
    });
  };
  app.get("/api/docs/json", HIDDEN, describeOnce);
  app.get("/api/docs", HIDDEN, async (_request, reply) => {
    const html = docsPage(await describeOnce());
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", `${contentSecurityPolicy(html)}`)
      .send(html);
  });
}

/** The plugin sees routes only as they are registered, so they are registered again on a server that never listens. */
async function describe(routes: RouteOptions[], title: string): Promise<object> {
  const [{ default: swagger }, { jsonSchemaTransform, jsonSchemaTransformObject }] = await Promise.all([
    import("@fastify/swagger"),
    import("fastify-type-provider-zod"),
  ]);
  const described = fastify({ schemaController, exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version: "1.0.0" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  for (const { method, url, schema, config } of routes) {
    if (method === "HEAD") continue;
    const security = config?.access === "public" ? undefined : [{ bearer: [] }];
    described.route({ method, url, schema: { ...schema, security }, handler: async () => undefined });
  }
  await described.ready();
  return described.swagger();
}
