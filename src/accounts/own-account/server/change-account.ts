import type { Account, AccountChanges } from "#accounts/own-account/account.ts";
import { findUser, type KeepTold, updateUser } from "#accounts/users/server/accounts.ts";
import { type AccountLinks, findLiveLinkOf } from "#accounts/users/server/links/store.ts";
import type { AuthServices } from "#accounts/users/server/sign-in/start-session.ts";
import { readStaffNotices, switchStaffNotice } from "#accounts/users/server/staff-notices.ts";
import { STAFF_NOTICES } from "#accounts/users/staff-notice.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";

export type MorningMail = {
  isOn: (userId: string) => Promise<boolean>;
  /** Resolves with a function that switches the mail inside a transaction. */
  prepareSwitch: () => Promise<SwitchMorningMail>;
};
type SwitchMorningMail = (trx: Db, change: { userId: string; on: boolean; now: Date }) => Promise<void>;

export type AccountServices = Omit<AuthServices, "database"> & {
  database: Database;
  accountLinks: AccountLinks;
  morningMail: MorningMail;
  keepTold: KeepTold;
  rateLimit: boolean;
};

export async function readAccount({ database, clock, morningMail }: AccountServices, caller: Caller): Promise<Account> {
  const db = database.read;
  const user = await findUser(db, caller.id);
  if (!user) throw new AppError("not_signed_in", "Please sign in.");
  const wanted = await findLiveLinkOf(db, { userId: user.id, kind: "new-email", now: clock.now() });
  const account = {
    email: user.email,
    name: user.name,
    role: user.role,
    isConfirmed: user.email_confirmed_at !== null,
    newEmail: wanted?.email ?? null,
  };
  if (user.role !== "admin") return account;
  const notices = await readStaffNotices(db, user.id);
  return {
    ...account,
    videoLink: user.video_link ?? "",
    notices: {
      morning: await morningMail.isOn(user.id),
      bookings: notices.includes("bookings"),
      messages: notices.includes("messages"),
    },
  };
}

export async function changeAccount(
  { database, clock, morningMail, keepTold }: AccountServices,
  { caller, changes: { name, videoLink, notices } }: { caller: Caller; changes: AccountChanges },
): Promise<void> {
  if ((notices || videoLink !== undefined) && caller.role !== "admin")
    throw new AppError("forbidden", "Only admins may do this.");
  const switchMorningMail = await morningMail.prepareSwitch();
  const now = clock.now();
  const userId = caller.id;
  await database.transaction(async (trx) => {
    await keepTold(trx, { actor: caller.email, now }, () => changeProfile(trx, { caller, name, videoLink, now }));
    if (notices?.morning !== undefined) await switchMorningMail(trx, { userId, on: notices.morning, now });
    for (const kind of STAFF_NOTICES) {
      const on = notices?.[kind];
      if (on !== undefined) await switchStaffNotice(trx, { userId, kind, on });
    }
  });
}

type Profile = Pick<AccountChanges, "name" | "videoLink">;

async function changeProfile(
  trx: Db,
  { caller, now, ...given }: Profile & { caller: Caller; now: Date },
): Promise<void> {
  const user = await findUser(trx, caller.id);
  if (!user) return;
  const { name = user.name, videoLink = user.video_link ?? "" } = given;
  const labels = [
    ...(name === user.name ? [] : ["name"]),
    ...(videoLink === (user.video_link ?? "") ? [] : ["video link"]),
  ];
  if (labels.length === 0) return;
  await updateUser(trx, caller.id, { name, video_link: videoLink || null, updated_at: now.toISOString() });
  const line = { subject: { kind: "account", id: caller.id }, actor: caller.email, action: "changed", now } as const;
  if (caller.role === "admin") await writeAuditLogEntry(trx, { ...line, to: labels.join(", ") });
}
