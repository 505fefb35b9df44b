import swagger from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { company } from "#site";
import type { App } from "./app.ts";
import { docsPage } from "./docs-page.ts";
import { contentSecurityPolicy } from "./page-headers.ts";

/** The API's description, made from the schemas that validate: JSON at /api/docs/json, readable at /api/docs. */
export async function documentApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${company.name} API`, version: "1.0.0" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get("/api/docs/json", { config: { access: "public" }, schema: { hide: true } }, async () => app.swagger());
  app.get("/api/docs", { config: { access: "public" }, schema: { hide: true } }, async (_request, reply) => {
    const html = docsPage(app.swagger());
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", `${contentSecurityPolicy(html)}`)
      .send(html);
  });
}
