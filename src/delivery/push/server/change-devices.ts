import { ACTS_FOR_MINUTES, type NewSubscription, type PushAct } from "#delivery/push/push.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isMissingReference } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { refusalOf } from "#platform/server/outbound-http.ts";
import { isCurvePoint, type PushIdentity } from "./identity.ts";
import {
  deleteDevice,
  enqueueTest,
  findPush,
  insertDevice,
  isFirstUse,
  keepFewDevices,
  listDevices,
  listSameBrowser,
  markShown,
  updateDevice,
} from "./store.ts";
import type { PushSubscriptionsTable } from "./table.ts";

type By = { caller: Pick<Caller, "id" | "sessionId">; now: Date };

const MINUTE_MS = 60_000;
const NO_SERVICE = "This is not the address of a push service";
const ALL_KINDS = "waiting answer meeting step";
const DEFAULTS = { kinds: ALL_KINDS, named: 0, quiet_from: "", quiet_to: "", days_off: "", mail_too: 1 };

/** The browser's earlier subscription is replaced, and its settings stay unless others are given. Throws invalid_input, not_signed_in. */
export async function subscribe(
  database: Database,
  {
    form,
    caller: { id: userId, sessionId },
    publicKey,
    allowPrivate,
    now,
  }: By & { form: NewSubscription; publicKey: string; allowPrivate: boolean },
): Promise<PushSubscriptionsTable> {
  const { endpoint, keys } = form;
  const refusal = refusalOf(new URL(endpoint), allowPrivate);
  if (refusal || !isCurvePoint(keys.p256dh))
    throw new AppError("invalid_input", refusal ?? NO_SERVICE, { fields: { endpoint: refusal ?? NO_SERVICE } });
  return whileSignedIn(database, async (trx) => {
    await lockNames(trx, [`push ${userId}`, `push ${endpoint}`]);
    const known = await listSameBrowser(trx, { endpoint, sessionId });
    const own = known.filter(({ user_id }) => user_id === userId);
    const before = own.find((device) => device.session_id === sessionId) ?? own[0];
    for (const { id } of known) if (id !== before?.id) await deleteDevice(trx, id);
    const device: PushSubscriptionsTable = {
      ...DEFAULTS,
      id: newId(),
      created_at: now.toISOString(),
      ...before,
      ...settingColumns(form),
      user_id: userId,
      session_id: sessionId,
      endpoint,
      ...keys,
      public_key: publicKey,
      is_stale: 0,
      device: form.device,
    };
    if (before) await updateDevice(trx, device);
    else await insertDevice(trx, device);
    await keepFewDevices(trx, userId);
    return device;
  });
}

/** Nothing happens if the caller has no such device. */
export async function unsubscribe(database: Database, { endpoint, caller }: By & { endpoint: string }): Promise<void> {
  const device = await findOwn(database, { endpoint, caller });
  if (device) await database.transaction((trx) => deleteDevice(trx, device.id));
}

/** Throws not_found, not_signed_in. */
export async function testDevice(database: Database, { endpoint, caller, now }: By & { endpoint: string }) {
  const device = await findOwn(database, { endpoint, caller });
  if (!device) throw new AppError("not_found", "This device is not switched on here");
  await whileSignedIn(database, (trx) => enqueueTest(trx, device, now));
}

async function whileSignedIn<Result>(database: Database, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return database.transaction(work).catch((error) => {
    // The session has ended since, and its device with it.
    throw isMissingReference(error) ? new AppError("not_signed_in", "Please sign in.") : error;
  });
}

export type TakeLead = (trx: Db, taken: { leadId: string; userId: string; now: Date }) => Promise<void>;

export type SeesLead = (userId: string, leadId: string) => Promise<boolean>;

type Act = PushAct & { tokens: PushIdentity["tokens"]; takeLead: TakeLead; seesLead: SeesLead; now: Date };

/** By the token in a message, which stands for the person whom it has rung. Throws invalid_input, not_found, lead_taken. */
export async function act(database: Database, { token, act, tokens, takeLead, seesLead, now }: Act): Promise<string> {
  const id = tokens.readToken(token);
  if (!id) throw new AppError("invalid_input", "This token is not ours.");
  const push = await findPush(database.read, id);
  const since = now.getTime() - Date.parse(push?.first_tried_at ?? "");
  if (!push || !(since < ACTS_FOR_MINUTES * MINUTE_MS)) throw tooLate();
  if (act === "shown") {
    await database.transaction((trx) => markShown(trx, push, now));
    return "Noted";
  }
  const { lead_id: leadId, user_id: userId } = push;
  if (!leadId || !(await seesLead(userId, leadId))) throw tooLate();
  await database.transaction(async (trx) => {
    if (!(await isFirstUse(trx, push, now))) throw tooLate();
    await takeLead(trx, { leadId, userId, now });
  });
  return "You have it";
}

function tooLate(): AppError {
  return new AppError("not_found", "This notice has been used or is too old. Please open the lead.");
}

async function findOwn(database: Database, { endpoint, caller }: Omit<By, "now"> & { endpoint: string }) {
  return (await listDevices(database.read, caller.id)).find((device) => device.endpoint === endpoint);
}

function settingColumns({ kinds, named, quietFrom, quietTo, daysOff, mailToo }: NewSubscription) {
  return {
    ...(kinds && { kinds: [...new Set(kinds)].join(" ") }),
    ...(named !== undefined && { named: Number(named) }),
    ...(quietFrom !== undefined && { quiet_from: quietFrom, quiet_to: quietTo ?? "" }),
    ...(daysOff && { days_off: [...new Set(daysOff)].sort().join(" ") }),
    ...(mailToo !== undefined && { mail_too: Number(mailToo) }),
  };
}
