import type { FastifyRequest } from "fastify";
import { currentFacts } from "#company/facts/facts.ts";
import { CALL_BACK_ASKED_PAGE, CALL_BACK_LATER, CALL_BACK_PAGE, wishText } from "#company/shell/call-back.ts";
import { splitAddress } from "#inquiries/calls/address-line.ts";
import { callBackAskedSchema, type NewCallBack, newCallBackSchema } from "#inquiries/calls/call-back.ts";
import { callTime } from "#inquiries/calls/call-time.ts";
import { hoursText, lateText } from "#inquiries/roster/promise.ts";
import type { Promised } from "#inquiries/roster/promised.ts";
import { readPromise } from "#inquiries/roster/server/promise.ts";
import { attributionSchema } from "#people/leads/attribution.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { withPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { visitOf } from "#people/leads/visit.ts";
import { formatMoment } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { acceptForms, FORM_TYPE } from "#platform/server/form-body.ts";
import { answerRefusedForm } from "#platform/server/http/answers/refused-form.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { toAppError } from "#platform/server/http/errors.ts";
import type { PageHandler } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { visitorOf } from "#platform/server/visitor.ts";
import { askForCall } from "./ask-for-call.ts";

type Services = {
  servePage: PageHandler;
  config: { rateLimit: boolean; publicUrl: string };
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

export function callBackRoutes({ config, database, clock, readLeadRules, servePage }: Services) {
  const { rateLimit, publicUrl } = config;
  return endpoints({ access: "public", clock }, (api, app) => {
    acceptForms(app);
    app.setErrorHandler((error, request, reply) => {
      const refusal = toAppError(error);
      const html = isForm(request) && refusal.status < 500 ? servePage.html?.(CALL_BACK_PAGE) : undefined;
      if (!html) throw error;
      const typed = textsOf(request.body);
      const page = typed.page ?? request.headers.referer;
      const { address } = typed;
      const carried = {
        ...(address && { address: { value: address, label: "Property address" } }),
        ...(page && { page: { value: page } }),
      };
      return answerRefusedForm(reply, refusal, { html, typed, carried });
    });

    api.post("", {
      summary: "Ask to be called. A form without script is answered by a page (303)",
      body: newCallBackSchema,
      created: callBackAskedSchema,
      handle: async ({ body, now, request, reply }) => {
        const page = body.page ?? request.headers.referer;
        const source = isForm(request) ? visitBehind(String(page), { publicUrl, now }) : body.source;
        const asked = withPrivacySignal({ ...body, source }, request.headers);
        // The same form may be sent again later, and from another page.
        const repeated = withPrivacySignal(body, request.headers);
        // Bots fill in every field. They get the answer they expect.
        if (!asked.website)
          await askForCall(database, {
            asked,
            leadRules: await readLeadRules(),
            visitor: visitorOf(request),
            limitKey: rateLimit ? clientAddressKey(request.ip) : undefined,
            idempotency: idempotentRequest("POST /api/call-backs", request.headers["idempotency-key"], repeated),
            now,
          });
        const { calendar } = await readLeadRules();
        const promised = await readPromise(database.read, { calendar, at: now });
        const answer = answerTo(asked, now, promised);
        if (!isForm(request)) return answer;
        const note = answer.isLater ? `#${CALL_BACK_LATER}` : "";
        return reply.redirect(`${CALL_BACK_ASKED_PAGE}${note}`, 303) as never;
      },
    });
  });
}

/** Of the person only what was typed decides it, so that it says nothing about the number. */
function answerTo({ phone, when, address = "" }: NewCallBack, now: Date, promised: Promised | undefined) {
  const facts = currentFacts();
  const { timeZone } = facts;
  const { callFrom, isLater } = callTime({ when, phone, state: splitAddress(address).state, timeZone }, now);
  const moment = formatMoment(callFrom, timeZone);
  const number = formatPhone(phone);
  const promise = when === "now" && !isLater ? promised : undefined;
  const asWished = promise
    ? `Thank you. ${promise.name} calls ${number} by ${formatMoment(new Date(promise.by), timeZone)}.`
    : `Thank you. A person calls ${number} ${when === "now" ? "as soon as one is free" : `${wishText(when)} (from ${moment})`}. ${hoursText(facts)}`.trim();
  const message = isLater
    ? `Thank you. At the time you asked for it is before 8 AM or after 9 PM where you or the house are, when nobody is called. A person calls ${number} after that (from ${moment}).`
    : asWished;
  const answer = { message, callFrom: callFrom.toISOString(), isLater };
  return promise ? { ...answer, promise: { ...promise, late: lateText(promise, facts) } } : answer;
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.startsWith(FORM_TYPE) ?? false;
}

/** No script has kept where the visitor came from, but the page's own address may still say it. */
function visitBehind(address: string, { publicUrl, now }: { publicUrl: string; now: Date }): NewCallBack["source"] {
  const page = URL.parse(address);
  if (page?.origin !== publicUrl) return undefined;
  const visit = visitOf(page, "", now);
  return attributionSchema.parse({ first: visit, last: visit });
}

function textsOf(body: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(body)).map(([name, text]) => [name, String(text)]));
}
