import { currentFacts } from "#company/facts/facts.ts";
import { splitAddress } from "#inquiries/calls/address-line.ts";
import type { NewCallBack } from "#inquiries/calls/call-back.ts";
import { callTime } from "#inquiries/calls/call-time.ts";
import type { Call } from "#people/leads/call.ts";
import { type LeadRules, newInquiry } from "#people/leads/inquiry.ts";
import { countOpenCallBacks } from "#people/leads/server/calls.ts";
import { listPeopleByPhone, renamePerson } from "#people/leads/server/people.ts";
import type { WithPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { noticedEntries } from "#people/permissions/server/agreements.ts";
import { findCallStop } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { formatPhone, phoneDigits } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newRowId } from "#platform/server/ids.ts";
import { rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { withoutEmpty } from "./made-call.ts";
import { takeCall } from "./take-call.ts";

type Request = {
  visitor: { address: string; userAgent: string | undefined };
  asked: NewCallBack & WithPrivacySignal;
  leadRules: LeadRules;
  /** The key of the rate limit; undefined if limits are off. */
  limitKey: string | undefined;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

/** Who asks once more while so many of a day wait is answered the same, but told to nobody again. */
const MAX_OPEN_PER_PHONE = 3;
const OPEN_MS = 24 * 60 * 60 * 1_000;

/** Visitors get the same answer whether or not the number is known or has stopped calls. Throws rate_limited, idempotency_mismatch. */
export async function askForCall(database: Database, request: Request): Promise<void> {
  const { asked, leadRules, limitKey, idempotency, visitor, now } = request;
  const { phone, wordsVersion, siteVersion } = asked;
  const id = newRowId();
  const notice = wordsVersion === undefined ? undefined : { version: wordsVersion, siteVersion };
  const entries = await noticedEntries(database, "callBack", notice);
  const hashes = (await personKeys(database)).of({ phone });
  const since = new Date(now.getTime() - OPEN_MS).toISOString();
  const stoppedAt = (await findCallStop(database, { phone })) ?? "";
  const after = stoppedAt > since ? stoppedAt : since;
  await database.transaction(async (trx) => {
    if (limitKey) await rateLimitFormPost(trx, { form: "call-back", address: limitKey, now });
    const isRepeat = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }));
    if (isRepeat) return;
    await lockNames(trx, [`call-back ${phoneDigits(phone)}`]);
    if ((await countOpenCallBacks(trx, { phone, after })) >= MAX_OPEN_PER_PHONE) return;
    const made = callOf(id, request);
    // A number that several people share says of nobody who it was.
    const [known, another] = await listPeopleByPhone(trx, [phone], 2);
    const person = another ? undefined : known;
    if (person && asked.name && person.name === formatPhone(person.phone ?? ""))
      await renamePerson(trx, person, { ...person, name: asked.name });
    await takeCall(trx, {
      id,
      inquiry: { ...made, personId: person?.id, stage: "New", isLive: true, at: now },
      toCall: (joined) => ({ ...made, ...joined }),
      permission: {
        hashes,
        entries,
        details: { phone, address: visitor.address },
        origin: notice ? "form" : "api",
        actor: VISITOR,
        userAgent: visitor.userAgent,
        at: now.toISOString(),
      },
      what: "a request for a call",
      isNews: true,
      event: { type: "callback.created", dataOf },
      actor: VISITOR,
      leadRules,
      now,
    });
  });
}

/** Who gives no name is called by the number. */
function callOf(id: string, { asked, now }: Request): Omit<Call, "leadId" | "personId"> {
  const { phone, name, when, address = "", source, privacySignal } = asked;
  const property = splitAddress(address);
  const { callFrom } = callTime({ when, phone, state: property.state, timeZone: currentFacts().timeZone }, now);
  return {
    id,
    name: name || formatPhone(phone),
    phone,
    property: withoutEmpty(property),
    origin: "call-back",
    askedFor: when,
    callFrom: callFrom.toISOString(),
    source,
    privacySignal,
    takenBy: VISITOR,
    // Nobody waits before the time that they asked for.
    ...newInquiry(callFrom > now ? callFrom : now),
    createdAt: now.toISOString(),
  };
}

function dataOf({ id, leadId, personId, name, phone, property, askedFor, callFrom, createdAt }: Call): object {
  return { id, leadId, personId, name, phone, property, askedFor, callFrom, createdAt };
}
