import fastify, { type FastifyContextConfig, type FastifyReply, type FastifyRequest, type RouteOptions } from "fastify";
import * as z from "zod/mini";
import { type Duty, dutyNames } from "#platform/access/duties.ts";
import { REVALIDATE, type StoredFile, storedBeside } from "./answers/stored-file.ts";
import { schemaController } from "./app.ts";
import { docsPage } from "./docs-page.ts";
import { refusalSchema } from "./errors.ts";
import { contentSecurityPolicy } from "./page-headers.ts";
import type { App } from "./types.ts";

export type ScopesFor = (method: string, config: FastifyContextConfig | undefined) => string[];

const ACCOUNT = "The access token of an account. It lasts minutes and is renewed with the refresh token.";
const KEY =
  "The key of a program. An admin makes it, with a scope and an end, and can revoke it. Each operation names the least scope that opens it.";

const HIDDEN = { config: { access: "public" }, schema: { hide: true } } as const;

type About = { title: string; publicUrl: string; scopesFor: ScopesFor };

export function documentApi(app: App, { title, ...about }: Omit<About, "title"> & { title: () => string }): void {
  const routes: RouteOptions[] = [];
  // A copy: Fastify writes the address with a slash at its end into the options of a prefix's own route.
  app.addHook("onRoute", (route) => void routes.push({ ...route }));
  let described: { title: string; files: Promise<{ json: StoredFile; html: StoredFile }> } | undefined;
  const describeOnce = () => {
    if (described?.title !== title())
      described = { title: title(), files: describe(routes, { ...about, title: title() }).then(filesOf) };
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
async function describe(routes: RouteOptions[], { title, publicUrl, scopesFor }: About): Promise<object> {
  const [{ default: swagger }, { jsonSchemaTransform, jsonSchemaTransformObject }] = await Promise.all([
    import("@fastify/swagger"),
    import("fastify-type-provider-zod"),
  ]);
  const described = fastify({ schemaController, exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version: "1.0.0" },
      servers: [{ url: publicUrl }],
      components: {
        responses: {
          refusal: {
            description: "Refused or failed: `code` says why, and `fields` what is wrong with which field.",
            content: { "application/json": { schema: z.toJSONSchema(refusalSchema) as object } },
          },
        },
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
    const documented = {
      ...schema,
      ...config?.described,
      operationId: operationId(`${method}`, url),
      security: securityOf(config, scopes),
      description: accessText(config, scopes),
    };
    described.route({ method, url, schema: documented, handler: async () => undefined });
  }
  await described.ready();
  return JSON.parse(JSON.stringify(described.swagger()), forPrograms);
}

/** postApiLeadsIdNotes: the method and the words of the address. */
function operationId(method: string, url: string): string {
  const words = url.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
}

function securityOf(config: FastifyContextConfig | undefined, scopes: readonly string[]): Record<string, string[]>[] {
  if (config?.access === "public") return [];
  const key = scopes.slice(0, 1).map((least) => ({ key: [least] }));
  return config?.access === "program" ? key : [{ bearer: [] }, ...key];
}

const REFUSAL = { $ref: "#/components/responses/refusal" };

type Part =
  | { operationId?: string; responses?: object; propertyNames?: { enum?: string[] }; additionalProperties?: unknown }
  | undefined;

/** Every operation may refuse or fail, and generators of clients read `properties` where zod writes `propertyNames`. */
function forPrograms(_name: string, part: Part): unknown {
  if (part?.operationId && part.responses)
    return { ...part, responses: { ...part.responses, "4XX": REFUSAL, "5XX": REFUSAL } };
  const names = part?.propertyNames?.enum;
  if (!names) return part;
  const { propertyNames: _, additionalProperties, ...rest } = part;
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

function adminText(duties: readonly Duty[]): string {
  const having = duties.length === 0 ? "" : ` with the duty ${dutyNames(duties)}`;
  return `Needs the access token of an admin${having}`;
}

function accessText(config: FastifyContextConfig | undefined, scopes: readonly string[]): string {
  if (config?.access === "public") return "Needs no sign-in.";
  if (config?.access === "program") return `Needs a key with the scope ${scopes.join(" or ")}.`;
  const token = config?.access === "account" ? "Needs an account's access token" : adminText(config?.duties ?? []);
  const who = scopes.length === 0 ? "; no key opens it." : `, or a key with the scope ${scopes.join(" or ")}.`;
  if (!config?.proof) return token + who;
  return `${token}${who} ${config.proof === true ? "Asks" : "Some changes ask"} for a fresh proof.`;
}
