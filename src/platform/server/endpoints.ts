import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProviderDefault,
  HTTPMethods,
  RouteShorthandOptions,
} from "fastify";
import * as z from "zod/mini";
import { AppError } from "#platform/errors.ts";
import { doneSchema } from "#platform/shapes.ts";
import type { Clock } from "./clock.ts";
import { keptText } from "./database/queries/until-changed.ts";
import { type Access, type Caller, requireCaller } from "./http/access.ts";
import type { App } from "./http/types.ts";
import { isId } from "./ids.ts";

type Schema = z.core.$ZodType;
type Output<Given> = Given extends Schema ? z.output<Given> : undefined;
type Without<Value, Names extends PropertyKey> = Value extends unknown ? Omit<Value, Names> : never;

type By = { actor: string; actorId: string; now: Date };

type Call<Who, Path, Params, Query, Body> = {
  params: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
} & ([Path, Params] extends [`${string}/:id${string}`, undefined] ? { id: string } : unknown) &
  (Who extends "public" ? unknown : { caller: Caller; by: By });

type Handled<Answer, Message> = Answer extends Schema
  ? Without<z.output<Answer>, "success" | (Message extends string ? "message" : never)>
  : unknown;

type Shared<Who> = FastifyContextConfig & {
  access: Who;
  clock: Clock;
  /** What of an answer this caller is shown, also of the record that a refusal tells of. */
  shown?: (answer: object, caller: Caller) => object;
  /** The error is thrown for a malformed `:id`. A route with a schema for its `params` checks them itself. */
  notFound?: () => Error;
};

type Config = { [Name in keyof FastifyContextConfig]: FastifyContextConfig[Name] | undefined };

type Route<Who, Path, Params, Query, Body, Answer, Message> = Config & {
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `answer` is sent with 200 and `created` with 201. With both the handler sets the status. */
  answer?: Answer;
  created?: Answer;
  message?: Message;
  options?: Pick<RouteShorthandOptions, "bodyLimit" | "exposeHeadRoute" | "preValidation">;
  /** Returns the answer's data, or the reply with which it has sent an answer itself. Without schema and message it always does. */
  handle: (call: Call<Who, Path, Params, Query, Body>) => Handled<Answer, Message> | Promise<Handled<Answer, Message>>;
};

type Declare<Who> = <
  const Path extends string,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
  Message extends string | undefined = undefined,
>(
  path: Path,
  route: Route<Who, Path, Params, Query, Body, Answer, Message>,
) => void;

export type Endpoints<Who> = Record<"get" | "post" | "put" | "patch" | "delete", Declare<Who>>;

export const idSchema = z.object({ id: z.string() });

export function endpoints<Who extends Access>(
  shared: Shared<Who>,
  declare: (api: Endpoints<Who>, app: App) => void | Promise<void>,
) {
  const plugin = async (app: App): Promise<void> => {
    const add =
      (method: HTTPMethods): Declare<Who> =>
      (path, route) =>
        addRoute(app, { method, url: path, shared, route: route as never });
    const api = { get: add("GET"), post: add("POST"), put: add("PUT"), patch: add("PATCH"), delete: add("DELETE") };
    await declare(api, app);
  };
  // Fastify looks for the name of a plugin without one in every loaded module.
  return Object.assign(plugin, { [Symbol.for("fastify.display-name")]: "endpoints" });
}

type Added = {
  method: HTTPMethods;
  url: string;
  shared: Shared<Access>;
  route: Route<Access, unknown, Schema, Schema, Schema, Schema, string>;
};

function addRoute(app: App, { method, url, shared, route }: Added): void {
  const { clock, notFound, shown, ...config } = shared;
  const { summary, params, query, body, answer, created, message, options, handle, ...ownConfig } = route;
  const hasId = !params && url.includes("/:id");
  const hasData = Boolean(answer ?? created);
  const ok = hasData || !message ? answer : doneSchema;
  const response = (ok ?? created) && { ...(ok && { 200: ok }), ...(created && { 201: created }) };
  const schema = {
    summary,
    ...((hasId || params) && { params: params ?? idSchema }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response }),
  };
  app.withTypeProvider<FastifyTypeProviderDefault>().route({
    method,
    url,
    ...options,
    config: { ...config, ...ownConfig } as FastifyContextConfig,
    schema,
    handler: async (request, reply) => {
      const now = clock.now();
      const { params, query, body } = request;
      const { id } = params as { id?: string };
      if (hasId && notFound && !isId(id ?? "")) throw notFound();
      const caller = shared.access === "public" ? undefined : requireCaller(request);
      const by = caller && { actor: caller.email, actorId: caller.id, now };
      const show = (given: unknown) => (shown && caller && given !== reply ? shown(given as object, caller) : given);
      const handled = handle({ id, params, query, body, now, request, reply, caller, by } as never);
      const data = show(await Promise.resolve(handled).catch((error) => throwShown(error, show)));
      // An answer of its own, such as a redirect, is awaited like a promise, and yields nothing.
      if (reply.sent) return reply;
      if ((!hasData && !message) || data === reply) return data;
      if (!ok) reply.status(201);
      const whole = () => ({ success: true, ...(message && { message }), ...(hasData && (data as object)) });
      const text = data && keptText(data, () => Buffer.from(reply.serialize(whole()) as string));
      return text ? reply.type("application/json; charset=utf-8").send(text) : whole();
    },
  });
}

function throwShown(error: unknown, show: (body: unknown) => unknown): never {
  if (error instanceof AppError && error.details.body)
    error.details.body = show(error.details.body) as Record<string, unknown>;
  throw error;
}
