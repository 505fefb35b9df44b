import { createHash } from "node:crypto";
import { requireFreshProof } from "#auth/server/operations.ts";
import { emailKey } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import {
  endAccountLinks,
  enqueueAccountNotice,
  enqueueLinkMail,
  findUser,
  findUserByEmail,
  insertAccountLink,
} from "#users/server/store.ts";
import type { AccountServices } from "./change-account.ts";

const HOUR_SECONDS = 60 * 60;
export const REQUESTS_PER_ACCOUNT: RateLimit = { count: 5, windowSeconds: HOUR_SECONDS };
/** Many accounts must not flood one mailbox. */
export const MAILS_PER_MAILBOX: RateLimit = { count: 5, windowSeconds: HOUR_SECONDS };

/**
 * Mails a link to the wanted address; the account changes once it is opened. An address that has an account gets a notice
 * instead, and the answer and the stored link are the same. Throws fresh_proof_required, invalid_input, rate_limited.
 */
export async function requestEmail(
  services: AccountServices,
  { caller, email }: { caller: Caller; email: string },
): Promise<void> {
  const { database, clock, accountLinks, rateLimit } = services;
  const now = clock.now();
  await requireFreshProof(database.read, caller, now);
  if (emailKey(email) === emailKey(caller.email)) throw ownAddress();
  if (rateLimit) {
    const count = { key: `new email of ${caller.id}`, limit: REQUESTS_PER_ACCOUNT, now };
    await database.transaction((trx) => consumeRateLimit(trx, count));
  }
  const isMailed = !rateLimit || (await mayMail(services, email, now));
  await database.transaction(async (trx) => {
    const user = await findUser(trx, caller.id);
    if (!user) throw new AppError("not_signed_in", "Please sign in.");
    const holder = await findUserByEmail(trx, email);
    await endAccountLinks(trx, { userId: user.id }, { kinds: ["new-email"], how: "replaced", now });
    const link = { id: newId(), kind: "new-email", user, email, createdBy: user.email, now } as const;
    const inserted = await insertAccountLink(trx, accountLinks, link);
    if (!isMailed) return;
    if (holder) await enqueueAccountNotice(trx, { user: holder, what: "email-wanted", now });
    else await enqueueLinkMail(trx, inserted, now);
  });
}

/** False, without a word to the person who asks, if the mailbox has had enough. */
async function mayMail({ database }: AccountServices, email: string, now: Date): Promise<boolean> {
  const mailbox = createHash("sha256").update(emailKey(email)).digest("base64url");
  try {
    const count = { key: `new email to ${mailbox}`, limit: MAILS_PER_MAILBOX, now };
    await database.transaction((trx) => consumeRateLimit(trx, count));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

function ownAddress(): AppError {
  const message = "This is your address already.";
  return new AppError("invalid_input", message, { fields: { email: message } });
}
