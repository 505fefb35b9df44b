import { createHash } from "node:crypto";
import { AppError } from "#platform/errors.ts";
import { keptRead } from "./database/queries/kept-query.ts";
import type { Db } from "./database/tables.ts";

declare module "./database/tables.ts" {
  interface Tables {
    idempotency_keys: Claim;
  }
}

type Claim = { key: string; request_hash: string; result_id: string; created_at: string };

export type IdempotentRequest = { key: string; requestHash: string };

const TTL_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 200;

export function idempotentRequest(route: string, header: unknown, body: unknown): IdempotentRequest | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || header.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(header))
    throw new AppError("invalid_input", `The Idempotency-Key must be at most ${MAX_KEY_LENGTH} visible characters.`);
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  return { key: `${route} ${header}`, requestHash: hash };
}

/** Returns undefined, or the result of the earlier request with this key. Throws idempotency_mismatch if that one differs. */
export async function claimIdempotencyKey(
  trx: Db,
  { request, resultId, now }: { request: IdempotentRequest; resultId: string; now: Date },
): Promise<string | undefined> {
  const expired = expiryOf(now);
  const [claimed] = await insertUnlessClaimed(trx, {
    key: request.key,
    request_hash: request.requestHash,
    result_id: resultId,
    created_at: now.toISOString(),
    expired,
  });
  if (claimed) return undefined;
  const first = await trx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "result_id"])
    .where("key", "=", request.key)
    .executeTakeFirstOrThrow();
  return resultOf(first, request);
}

/** Throws idempotency_mismatch if the earlier request with this key differs. */
export async function findIdempotentResult(
  db: Db,
  { request, now }: { request: IdempotentRequest; now: Date },
): Promise<string | undefined> {
  const first = await db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "result_id"])
    .where("key", "=", request.key)
    .where("created_at", ">", expiryOf(now))
    .executeTakeFirst();
  return first && resultOf(first, request);
}

function resultOf(first: Pick<Claim, "request_hash" | "result_id">, { requestHash }: IdempotentRequest): string {
  if (first.request_hash !== requestHash)
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used for another request.");
  return first.result_id;
}

function expiryOf(now: Date): string {
  return new Date(now.getTime() - TTL_MS).toISOString();
}

const insertUnlessClaimed = keptRead((trx: Db, { expired, ...claim }: Claim & { expired: string }) =>
  trx
    .insertInto("idempotency_keys")
    .values(claim)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(claim).where("idempotency_keys.created_at", "<=", expired),
    )
    .returning("key"),
);

export async function deleteIdempotencyKeysOf(trx: Db, resultId: string): Promise<void> {
  await trx.deleteFrom("idempotency_keys").where("result_id", "=", resultId).execute();
}

export async function deleteExpiredIdempotencyKeys(trx: Db, now: Date): Promise<void> {
  const expired = expiryOf(now);
  await trx.deleteFrom("idempotency_keys").where("created_at", "<=", expired).execute();
}
