// A form of another site posts with a key that all its visitors can see. So it is bounded as visitors are, and told nothing.
import type { FastifyReply, FastifyRequest } from "fastify";
import { KeyError } from "#accounts/keys/errors.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { consumeRateLimit, rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { type LeadKeyRow, originsOf } from "./table.ts";

const THANKS = "Thank you. What you sent has arrived, and you will hear back soon.";
const TEXT = "text/plain; charset=utf-8";
const DAY_SECONDS = 86_400;

type Form = { settings: LeadKeyRow; request: FastifyRequest; reply: FastifyReply };

/** Throws key_origin, rate_limited, and what `add` throws. */
export async function answerForm(
  database: Database,
  { limitKey, now, ...form }: Form & { limitKey: string | undefined; now: Date },
  add: () => Promise<unknown>,
): Promise<unknown> {
  const { settings, request, reply } = form;
  try {
    admitOrigin(form);
    await database.transaction(async (trx) => {
      if (limitKey) await rateLimitFormPost(trx, { form: "lead form", address: limitKey, now });
      const limit = { count: settings.a_day, windowSeconds: DAY_SECONDS };
      await consumeRateLimit(trx, { key: `lead form of ${settings.key_id}`, limit, now });
    });
    await add();
  } catch (error) {
    if (!isVisit(request) || !(error instanceof AppError)) throw error;
    return refuseVisit(reply, error);
  }
  if (isVisit(request) && settings.thanks_url) return reply.redirect(settings.thanks_url, 303);
  reply.status(201);
  return isVisit(request) ? reply.type(TEXT).send(THANKS) : { success: true, message: THANKS };
}

function admitOrigin({ settings, request, reply }: Form): void {
  const { origin } = request.headers;
  reply.header("vary", "origin");
  if (!origin || !originsOf(settings).includes(origin))
    throw new KeyError("key_origin", "This form is not on a site that the key names.");
  reply.header("access-control-allow-origin", origin);
}

/** The browser shows the answer itself, and not a script of the form's page. */
function isVisit({ headers }: FastifyRequest): boolean {
  const { accept = "" } = headers;
  return headers["sec-fetch-mode"] === "navigate" || (!headers["sec-fetch-mode"] && accept.includes("text/html"));
}

function refuseVisit(reply: FastifyReply, { code, status, message, details }: AppError): FastifyReply {
  const { fields = {}, retryAfterSeconds } = details;
  reply.request.refusal = code;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  const lines = [...new Set([...Object.values(fields), ...(Object.keys(fields).length > 0 ? [] : [message])])];
  return reply
    .status(status)
    .type(TEXT)
    .send(`${lines.join("\n")}\n\nPlease go back and try again.`);
}
