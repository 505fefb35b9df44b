// An invitation is a link without an account. It holds only while its maker is an active admin who may invite, and gives no
// duty that its maker has lost.

import { emailTaken } from "#accounts/users/errors.ts";
import type { HeldInvitation, Invitation, NewInvitation } from "#accounts/users/invitation.ts";
import { ROLE_LABELS, type Role } from "#accounts/users/user.ts";
import { DUTIES, type Duty } from "#platform/access/duties.ts";
import { emailKey } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { findUserByEmail, findUsers, isUnconfirmed } from "../accounts.ts";
import { leadsText } from "../change-user.ts";
import { callerNow, givenDuties, givenLimit, requireOwn } from "../given-access.ts";
import { dutiesOf, limitOf, readDuties, type UserRow } from "../table.ts";
import { enqueueLinkMail } from "./account-mail.ts";
import {
  type AccountLink,
  type AccountLinks,
  badLink,
  endAccountLinks,
  findAccountLink,
  findLink,
  insertAccountLink,
  listOpenLinks,
} from "./store.ts";

export type InvitationServices = { database: Database; links: AccountLinks };

export const INVITATION = "invitation";

const KIND = { kinds: [INVITATION] } as const;
const MAX_INVITATIONS = 200;

type By = { caller: Caller; now: Date };

/** The open invitation to the same address ends. Throws email_taken, more_duties. */
export async function invite(
  { database, links }: InvitationServices,
  { email, role, duties: asked, ownLeadsOnly: asksLimit, caller, now }: NewInvitation & By,
): Promise<Invitation> {
  return database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const by = await callerNow(trx, caller);
    const duties = givenDuties(by, { role, duties: asked });
    const ownLeadsOnly = givenLimit(by, { role, ownLeadsOnly: asksLimit });
    if (await isTaken(trx, email)) throw emailTaken();
    const key = emailKey(email);
    const same = (await listOpenLinks(trx, INVITATION)).filter((link) => emailKey(link.email) === key);
    for (const { id } of same) {
      await endAccountLinks(trx, { id }, { ...KIND, how: "replaced", now });
      await writeEntry(trx, "replaced", { id, caller, now });
    }
    return send(trx, links, { email, role, duties, ownLeadsOnly, caller, now });
  });
}

/** The earlier link ends. Throws not_found, email_taken. */
export async function sendInvitationAgain(
  { database, links }: InvitationServices,
  { id, caller, now }: By & { id: string },
): Promise<Invitation> {
  return database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const by = await callerNow(trx, caller);
    const known = await endOpen(trx, id, { how: "replaced", now });
    const duties = readDuties(known.duties);
    requireOwn(by, duties);
    if (await isTaken(trx, known.email)) throw emailTaken();
    const role = roleOf(known);
    const ownLeadsOnly = givenLimit(by, { role, ownLeadsOnly: known.own_leads_only === 1 });
    await writeEntry(trx, "replaced", { id, caller, now });
    return send(trx, links, { email: known.email, role, duties, ownLeadsOnly, caller, now });
  });
}

/** Throws not_found. */
export async function revokeInvitation(
  { database }: InvitationServices,
  { id, caller, now }: By & { id: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    await endOpen(trx, id, { how: "revoked", now });
    await writeEntry(trx, "withdrawn", { id, caller, now });
  });
}

export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const links = (await listOpenLinks(db, INVITATION)).slice(0, MAX_INVITATIONS);
  const makers = await makersOf(db, links);
  return links.map((link) => toInvitation(link, { isSupported: makers.has(link.made_by ?? ""), now }));
}

export type Invited = { role: Role; duties: readonly Duty[]; ownLeadsOnly: boolean };

export async function findInvited(db: Db, link: AccountLink): Promise<Invited | undefined> {
  const maker = (await makersOf(db, [link])).get(link.made_by ?? "");
  if (!maker) return undefined;
  const role = roleOf(link);
  const duties = readDuties(link.duties).filter((duty) => dutiesOf(maker).includes(duty));
  if (role === "admin" && duties.length === 0) return undefined;
  return { role, duties, ownLeadsOnly: link.own_leads_only === 1 || limitOf(maker) !== undefined };
}

/** Of a role that nobody supports any more the holder learns no more than that it is withdrawn. Throws not_found. */
export async function readInvitation(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<Omit<HeldInvitation, "success">> {
  const link = await findLink(db, { token, kind: INVITATION });
  if (!link) throw badLink();
  if (link.ended_how) return { state: link.ended_how === "revoked" ? "withdrawn" : link.ended_how };
  const { email } = link;
  if (link.expires_at <= now.toISOString()) return { state: "expired" };
  if (await isTaken(db, email)) return { state: "used" };
  return (await findInvited(db, link)) ? { state: "open", email } : { state: "withdrawn" };
}

/** An unconfirmed account gives way: a stranger may have registered it, and the invited person has the mailbox. */
async function isTaken(db: Db, email: string): Promise<boolean> {
  const holder = await findUserByEmail(db, email);
  return holder !== undefined && !isUnconfirmed(holder);
}

async function send(
  trx: Db,
  links: AccountLinks,
  { email, role, duties, ownLeadsOnly, caller, now }: Pick<NewInvitation, "email"> & Invited & By,
): Promise<Invitation> {
  const link = await insertAccountLink(trx, links, {
    id: newId(),
    kind: INVITATION,
    email,
    role,
    duties,
    ownLeadsOnly,
    createdBy: caller.email,
    madeBy: caller.id,
    now,
  });
  await enqueueLinkMail(trx, link, now);
  await writeEntry(
    trx,
    "sent",
    { id: link.id, caller, now },
    `invitation as ${invitedAs({ role, duties, ownLeadsOnly })}`,
  );
  return toInvitation(link, { isSupported: true, now });
}

async function endOpen(trx: Db, id: string, how: { how: "revoked" | "replaced"; now: Date }): Promise<AccountLink> {
  const link = await findAccountLink(trx, id);
  if (!link || (await endAccountLinks(trx, { id }, { ...KIND, ...how })) === 0)
    throw new AppError("not_found", "This invitation was accepted, replaced or revoked before.");
  return link;
}

/** The entry has no address, because that must be deleted together with the person. */
async function writeEntry(
  trx: Db,
  action: "sent" | "replaced" | "withdrawn",
  { id, caller, now }: By & { id: string },
  to?: string,
): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: INVITATION, id }, actor: caller.email, action, to, now });
}

export function invitedAs({ role, duties, ownLeadsOnly }: Invited): string {
  if (role !== "admin") return ROLE_LABELS[role];
  const given = [...duties.map((duty) => DUTIES[duty].label), ...(ownLeadsOnly ? [leadsText(true)] : [])];
  return `${ROLE_LABELS.admin} (${given.join(", ")})`;
}

async function makersOf(db: Db, links: readonly AccountLink[]): Promise<Map<string, UserRow>> {
  const makers = await findUsers(db, [...new Set(links.flatMap(({ made_by }) => made_by ?? []))]);
  const able = makers.filter((user) => user.deactivated_at === null && dutiesOf(user).includes("run"));
  return new Map(able.map((user) => [user.id, user]));
}

function roleOf({ role }: AccountLink): Role {
  return role ?? "user";
}

function toInvitation(link: AccountLink, { isSupported, now }: { isSupported: boolean; now: Date }): Invitation {
  const { id, email, created_by, created_at, expires_at } = link;
  const isExpired = expires_at <= now.toISOString();
  const state = isExpired ? "expired" : isSupported ? "open" : "orphaned";
  return {
    _id: id,
    email,
    role: roleOf(link),
    duties: [...readDuties(link.duties)],
    ...(link.own_leads_only === 1 && { ownLeadsOnly: true }),
    invitedBy: created_by,
    sentAt: created_at,
    expiresAt: expires_at,
    state,
  };
}
