import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { KeyError } from "#accounts/keys/errors.ts";
import { actorOfKey, dutiesOfScope, type KeyScope, SCOPES } from "#accounts/keys/key.ts";
import { factorDueOf, factorIsDue } from "#accounts/users/server/required-factor.ts";
import { readDuties } from "#accounts/users/server/table.ts";
import { heldAfterRestore } from "#delivery/removals/errors.ts";
import { isHeld } from "#delivery/removals/server/hold.ts";
import { hasAll } from "#platform/access/duties.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type Caller, dutyMissing, verbOf } from "#platform/server/http/access.ts";
import { createCallLimit } from "#platform/server/http/call-limits.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import type { RateLimit } from "#platform/server/rate-limits.ts";
import { findLiveKey, writeKeyUse } from "./store.ts";
import type { KeyRow } from "./table.ts";
import { isToken, KEY_PREFIX } from "./token.ts";

export const CALLS_PER_KEY: RateLimit = { count: 600, windowSeconds: 60 };
const FLUSH_AFTER_CALLS = 10;
const USE_INTERVAL_MS = 60_000;
const MAX_WAIT_MS = 100;

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
};

/** Each call reads the key and its maker's account, so that revoking works at once. */
export function createKeyGuard({ config, database, clock }: Services) {
  const limit = createCallLimit(
    { database, clock },
    { name: "key", limit: CALLS_PER_KEY, flushAfter: FLUSH_AFTER_CALLS },
  );

  const recordUse = async (key: KeyRow, now: Date, log: FastifyRequest["log"]) => {
    const ageMs = now.getTime() - Date.parse(key.last_used_at ?? "");
    // The time can be ahead after the clock went back.
    if (Math.abs(ageMs) < USE_INTERVAL_MS) return;
    const written = database.transaction((trx) => writeKeyUse(trx, key, now));
    const settled = written.catch((error) => log.warn({ err: error }, "the use of a key is not recorded"));
    // A read waits only briefly for the write, and does not fail with it: what it takes out is counted elsewhere.
    await Promise.race([settled, sleep(MAX_WAIT_MS)]);
  };

  return {
    isKey: (token: string) => token.startsWith(KEY_PREFIX),
    admit: async (request: FastifyRequest, token: string, { isAgain }: { isAgain: boolean }): Promise<Caller> => {
      const now = clock.now();
      const key = isToken(token) ? await findLiveKey(database.read, hashToken(token), now) : undefined;
      if (!key) throw new KeyError("key_invalid", "This key does not work. It may have ended or been revoked.");
      request.triedAccount = key.id;
      // Anybody can read the key of a form, and must not use up what its visitors have.
      const counted = key.scope === "form" ? `${key.id} ${clientAddressKey(request.ip)}` : key.id;
      if (config.rateLimit && !isAgain) await limit(counted, request.log);
      if (await isHeld(database)) throw heldAfterRestore();
      const maker = { id: key.made_by, role: "admin" } as const;
      if ((await factorDueOf(database.read, maker, now)).secondFactorDue) throw factorIsDue();
      if (!isAgain) await recordUse(key, now, request.log);
      const { method, routeOptions } = request;
      if (!opens(key.scope, method, routeOptions.config)) throw new KeyError("key_scope", "This key may not do this.");
      const has = readDuties(key.duties_of_maker);
      const duties = dutiesOfScope(key.scope, verbOf(method, routeOptions.config)).filter((duty) => has.includes(duty));
      const { duties: needed = [] } = routeOptions.config;
      if (!hasAll(duties, needed)) throw dutyMissing(needed.filter((duty) => !duties.includes(duty)));
      const onlyLeadsOf = key.maker_limited === 1 ? key.made_by : undefined;
      const email = actorOfKey(key.name);
      return { id: key.id, email, role: "admin", duties, onlyLeadsOf, sessionId: "", isProgram: true };
    },
  };
}

export function scopesFor(method: string, config: FastifyContextConfig | undefined): string[] {
  return SCOPES.filter((scope) => opens(scope, method, config));
}

function opens(scope: KeyScope, method: string, config: FastifyContextConfig = {}): boolean {
  if (!config.programs) return false;
  return hasAll(dutiesOfScope(scope, verbOf(method, config)), config.duties ?? []);
}
