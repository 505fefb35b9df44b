import fastify, { type FastifyContextConfig, type FastifyReply, type FastifyRequest, type RouteOptions } from "fastify";
import { REVALIDATE, type StoredFile, storedBeside } from "./answers/stored-file.ts";
import { schemaController } from "./app.ts";
import { docsPage } from "./docs-page.ts";
import { contentSecurityPolicy } from "./page-headers.ts";
import type { App } from "./types.ts";

export type ScopesFor = (method: string, config: FastifyContextConfig | undefined) => string[];

const ACCOUNT = "The access token of an account. It lasts minutes and is renewed with the refresh token.";
const KEY =
  "The key of a program. An admin makes it, with a scope and an end, and can revoke it. Each operation names the least scope that opens it.";

const HIDDEN = { config: { access: "public" }, schema: { hide: true } } as const;

export function documentApi(app: App, { title, scopesFor }: { title: () => string; scopesFor: ScopesFor }): void {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void routes.push(route));
  let described: { title: string; files: Promise<{ json: StoredFile; html: StoredFile }> } | undefined;
  const describeOnce = () => {
    if (described?.title !== title())
      described = { title: title(), files: describe(routes, title(), scopesFor).then(filesOf) };
    return described.files.catch((error) => {
      described = undefined;
      throw error;
    });
  };
  const answer = async (kind: "json" | "html", { headers: asked }: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = (await describeOnce())[kind].answer(asked);
    for (let at = 0; at < headers.length; at += 2) reply.header(`${headers[at]}`, headers[at + 1]);
    return reply.status(status).send(body);
  };
  app.get("/api/docs/json", HIDDEN, (request, reply) => answer("json", request, reply));
  app.get("/api/docs", HIDDEN, (request, reply) => answer("html", request, reply));
}

async function filesOf(document: object): Promise<{ json: StoredFile; html: StoredFile }> {
  const html = docsPage(document);
  const [json, page] = await Promise.all([
    storedBeside(Buffer.from(JSON.stringify(document)), {
      "content-type": "application/json; charset=utf-8",
      "cache-control": REVALIDATE,
    }),
    storedBeside(Buffer.from(html), {
      "content-type": "text/html; charset=utf-8",
      "cache-control": REVALIDATE,
      "content-security-policy": contentSecurityPolicy(html),
    }),
  ]);
  return { json, html: page };
}

/** The plugin sees routes only as they are registered, so they are registered again on a server that never listens. */
async function describe(routes: RouteOptions[], title: string, scopesFor: ScopesFor): Promise<object> {
  const [{ default: swagger }, { jsonSchemaTransform, jsonSchemaTransformObject }] = await Promise.all([
    import("@fastify/swagger"),
    import("fastify-type-provider-zod"),
  ]);
  const described = fastify({ schemaController, exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version: "1.0.0" },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: ACCOUNT },
          key: { type: "http", scheme: "bearer", description: KEY },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  for (const { method, url, schema, config } of routes) {
    if (method === "HEAD") continue;
    const scopes = scopesFor(`${method}`, config);
    const access = {
      security: [
        ...(config?.access === "program" ? [] : [{ bearer: [] }]),
        ...scopes.slice(0, 1).map((least) => ({ key: [least] })),
      ],
      description: accessText(config, scopes),
    };
    const documented = config?.access === "public" ? schema : { ...schema, ...access };
    described.route({ method, url, schema: documented ?? {}, handler: async () => undefined });
  }
  await described.ready();
  return described.swagger();
}

function accessText(config: FastifyContextConfig | undefined, scopes: readonly string[]): string {
  if (config?.access === "program") return `Needs a key with the scope ${scopes.join(" or ")}.`;
  const token = config?.access === "account" ? "Needs an account's access token" : "Needs an admin's access token";
  const who = scopes.length === 0 ? "; no key opens it." : `, or a key with the scope ${scopes.join(" or ")}.`;
  if (!config?.proof) return token + who;
  return `${token}${who} ${config.proof === true ? "Asks" : "Some changes ask"} for a fresh proof.`;
}
