import {
  type FactorAdded,
  MAX_PASSKEYS,
  type NewApp,
  type PasskeyRegistration,
  type PasskeyRequest,
} from "#accounts/users/second-factor.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Removal } from "#delivery/removals/removal.ts";
import { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { findUser, requireConfirmed } from "../accounts.ts";
import { enqueueAccountNotice } from "../links/account-mail.ts";
import { recordOwnChange } from "../own-changes.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { findSession } from "../sign-in/store.ts";
import { countTry, insertChallenge, takeChallenge } from "./challenges.ts";
import { creationOptions, verifyRegistration } from "./passkeys.ts";
import { inGroups, newRecoveryCodes } from "./recovery-codes.ts";
import {
  beginTotp,
  confirmTotp,
  countRecoveryCodes,
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  findTotpSecret,
  findUsersWithFactor,
  insertPasskey,
  listPasskeys,
  lockUser,
  renamePasskey,
  replaceRecoveryCodes,
} from "./store.ts";
import { newTotpSecret, totpStepOf, totpUrl } from "./totp.ts";

type Change = { trx: Db; caller: Caller; now: Date };

export const APP = "Authenticator app";
export const PASSKEY = "Passkey";

export async function beginApp(services: AuthServices, caller: Caller): Promise<Omit<NewApp, "success">> {
  const secret = newTotpSecret();
  await add(services, caller, async ({ trx, now }) => {
    if (!(await beginTotp(trx, { userId: caller.id, secret, now })))
      throw refused("There is an authenticator app already. Remove it before you set up another.");
  });
  return { secret, url: totpUrl(secret, { issuer: currentFacts().company.name, label: caller.email }) };
}

export async function confirmApp(
  services: AuthServices,
  { caller, code }: { caller: Caller; code: string },
): Promise<Omit<FactorAdded, "success">> {
  return add(services, caller, async (by) => {
    const { trx, now } = by;
    const begun = await findTotpSecret(trx, caller.id);
    if (!begun || begun.confirmed_at !== null) throw refused("Please begin again: no app is waiting to be confirmed.");
    const step = totpStepOf(begun.secret, { code, now });
    if (step === undefined) throw refused("This code is not right. Does the phone set its clock by itself?", "code");
    const recoveryCodes = await codesForFirst(by);
    await confirmTotp(trx, { userId: caller.id, secret: begun.secret, step, now });
    await notify(by, "factor_added", APP);
    return { message: "The authenticator app is set up", ...recoveryCodes };
  });
}

export async function removeApp(services: AuthServices, caller: Caller): Promise<void> {
  await change(services, caller, async (by) => {
    if (!(await deleteTotp(by.trx, caller.id))) return;
    await afterRemoval(by, APP, { kind: "app", subject: caller.id });
  });
}

export async function beginPasskey(services: AuthServices, caller: Caller): Promise<Omit<PasskeyRequest, "success">> {
  const { passkeys, challenge } = await add(services, caller, async ({ trx, now }) => {
    const passkeys = await listPasskeys(trx, caller.id);
    if (passkeys.length >= MAX_PASSKEYS) throw refused(`An account has at most ${MAX_PASSKEYS} passkeys.`);
    const { id: userId, sessionId } = caller;
    return { passkeys, challenge: await insertChallenge(trx, { kind: "new-passkey", userId, sessionId, now }) };
  });
  const options = await creationOptions(services.relyingParty, { challenge, user: caller, passkeys });
  return { challenge, passkey: { ...options } };
}

type MadePasskey = { challenge: string; registration: PasskeyRegistration; name: string };

export async function addPasskey(
  services: AuthServices,
  { caller, challenge, registration, name }: MadePasskey & { caller: Caller },
): Promise<Omit<FactorAdded, "success">> {
  const { database, clock, relyingParty } = services;
  const kind = "new-passkey";
  await requireOwner(services, caller);
  const { session_id } = await database.transaction((trx) =>
    countTry(trx, { token: challenge, kind, now: clock.now() }),
  );
  const isOwn = session_id === caller.sessionId;
  const credential = isOwn ? await verifyRegistration(relyingParty, { challenge, registration }) : undefined;
  if (!credential) throw refused("This passkey could not be checked. Please try again.");
  return change(services, caller, async (by) => {
    await takeChallenge(by.trx, { token: challenge, kind });
    const recoveryCodes = await codesForFirst(by);
    const passkey = { ...credential, user_id: caller.id, rp_id: relyingParty.id, name };
    if (!(await insertPasskey(by.trx, passkey, by.now))) throw refused("This passkey is known already.");
    await notify(by, "factor_added", PASSKEY);
    return { message: "The passkey is added", ...recoveryCodes };
  });
}

export async function changePasskeyName(
  services: AuthServices,
  { caller, id, name }: { caller: Caller; id: string; name: string },
): Promise<void> {
  await change(services, caller, async ({ trx }) => {
    if (!(await renamePasskey(trx, { id, userId: caller.id, name }))) throw noPasskey();
  });
}

export async function removePasskey(
  services: AuthServices,
  { caller, id }: { caller: Caller; id: string },
): Promise<void> {
  await change(services, caller, async (by) => {
    if (!(await deletePasskey(by.trx, { id, userId: caller.id }))) throw noPasskey();
    await afterRemoval(by, PASSKEY, { kind: "passkey", subject: id });
  });
}

export async function renewRecoveryCodes(services: AuthServices, caller: Caller): Promise<string[]> {
  const codes = newRecoveryCodes();
  await add(services, caller, async ({ trx, now }) => {
    if (!(await hasFactor(trx, caller))) throw refused("Set up an authenticator app or a passkey first.");
    const hadCodes = await replaceRecoveryCodes(trx, { userId: caller.id, codes, now });
    const removals = hadCodes ? [{ kind: "recovery-codes", subject: caller.id } as const] : [];
    await recordOwnChange(trx, { user: caller, action: "recovery_codes", removals, now });
    await enqueueAccountNotice(trx, { user: caller, what: "recovery-codes", now });
  });
  return codes.map(inGroups);
}

async function add<Result>(
  services: AuthServices,
  caller: Caller,
  apply: (by: Change) => Promise<Result>,
): Promise<Result> {
  await requireOwner(services, caller);
  return change(services, caller, apply);
}

/** A stranger who registers another person's address must not leave a factor behind. Throws unconfirmed_account. */
async function requireOwner({ database }: AuthServices, { id }: Caller): Promise<void> {
  const user = await findUser(database.read, id);
  if (user) requireConfirmed(user);
}

/** The account is locked first: its sessions end with it, and their unfinished changes with them. */
async function change<Result>(
  { database, clock }: AuthServices,
  caller: Caller,
  apply: (by: Change) => Promise<Result>,
): Promise<Result> {
  const now = clock.now();
  return database.transaction(async (trx) => {
    await lockUser(trx, caller.id);
    if (!(await findSession(trx, caller.sessionId))) throw new AppError("not_signed_in", "Please sign in.");
    return apply({ trx, caller, now });
  });
}

/** Call it before the factor is stored. */
async function codesForFirst({ trx, caller, now }: Change): Promise<{ recoveryCodes?: string[] }> {
  if ((await hasFactor(trx, caller)) || (await countRecoveryCodes(trx, caller.id)).left > 0) return {};
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(trx, { userId: caller.id, codes, now });
  return { recoveryCodes: codes.map(inGroups) };
}

async function afterRemoval(by: Change, factor: string, removal: Removal): Promise<void> {
  const removals = [removal];
  if (!(await hasFactor(by.trx, by.caller)) && (await deleteRecoveryCodes(by.trx, by.caller.id)))
    removals.push({ kind: "recovery-codes", subject: by.caller.id });
  await notify(by, "factor_removed", factor, removals);
}

const NOTICES = { factor_added: "factor-added", factor_removed: "factor-removed" } as const;

/** The name that the account gave is left out: history outlasts the account, and mail may reach another person. */
async function notify(
  { trx, caller, now }: Change,
  action: keyof typeof NOTICES,
  what: string,
  removals: readonly Removal[] = [],
): Promise<void> {
  await recordOwnChange(trx, { user: caller, action, to: what, removals, now });
  await enqueueAccountNotice(trx, { user: caller, what: NOTICES[action], words: what, now });
}

async function hasFactor(trx: Db, { id }: Caller): Promise<boolean> {
  return (await findUsersWithFactor(trx, [id])).size > 0;
}

function refused(message: string, field?: "code"): AppError {
  return new SignInError("factor_refused", message, field ? { fields: { [field]: message } } : {});
}

export function noPasskey(): AppError {
  return new AppError("not_found", "Passkey not found");
}
