import { type AccountLinkKind, UNCONFIRMED_DAYS } from "#accounts/users/account-link.ts";
import { ACCOUNT_NOTICES, type AccountNoticeKind, NOTICES_TOGETHER } from "#accounts/users/account-notice.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Letter, LetterDetail, Mailbox, Message } from "#delivery/mail/mail.ts";
import { whenAccountsMayMail } from "#delivery/mail/server/mailbox-throttle.ts";
import { changeMailDetail, enqueueMail, listDelayedMail, type Writers } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { formatInstant } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import { findUser, isUnconfirmed } from "../accounts.ts";
import type { UserRow } from "../table.ts";
import { linkForReset } from "./password-reset.ts";
import { type AccountLink, type AccountLinks, findAccountLink } from "./store.ts";

type Notice = {
  what: AccountNoticeKind;
  at: string;
  to?: string | undefined;
  words?: string | undefined;
  times?: number;
};

type Settings = { publicUrl: string; links: AccountLinks };

/**
 * Mail that admins cause is sent at once. All else counts in the mailbox, and delayed notices become one mail. An
 * unconfirmed account may have another person's address.
 */
export async function enqueueAccountNotice(
  trx: Db,
  {
    user: { id },
    by,
    now,
    ...news
  }: Omit<Notice, "at" | "times"> & { user: Pick<UserRow, "id">; by?: string; now: Date },
): Promise<void> {
  const user = await findUser(trx, id);
  if (!user || (by === undefined && isUnconfirmed(user))) return;
  const notice: Notice = { ...news, at: now.toISOString() };
  const mail = { kind: "account-notice", recordId: id } as const;
  if ((by ?? user.role) === "admin") {
    await enqueueMail(trx, [{ ...mail, detail: JSON.stringify(notice), dueAt: now }], now);
    return;
  }
  // A thief may give the account another address while the notice waits.
  const to = notice.to ?? user.email;
  const due = await whenAccountsMayMail(trx, { email: to, before: ["account-link"], now });
  const delayed = await listDelayedMail(trx, { mailbox: due.mailbox, kind: mail.kind, now });
  const held = delayed.find(({ record_id }) => record_id === id);
  if (held) {
    const all = merged(noticesIn(held.detail), { ...notice, to });
    return changeMailDetail(trx, held.id, JSON.stringify(all));
  }
  await enqueueMail(trx, [{ ...mail, ...due, detail: JSON.stringify({ ...notice, to }) }], now);
}

function merged(held: readonly Notice[], news: Notice): Notice[] {
  const same = held.find(({ what, words }) => what === news.what && words === news.words);
  return [...held.filter((notice) => notice !== same), same ? { ...news, times: (same.times ?? 1) + 1 } : news];
}

function noticesIn(detail: string): Notice[] {
  return [JSON.parse(detail)].flat();
}

export async function enqueueLinkMail(
  trx: Db,
  { id }: AccountLink,
  now: Date,
  later: Pick<NewMail, "dueAt" | "mailbox"> = { dueAt: now },
): Promise<void> {
  await enqueueMail(trx, [{ kind: "account-link", recordId: id, ...later }], now);
}

export function accountWriters({ database, settings }: { database: Database; settings: Settings }) {
  return {
    "account-link": async ({ recordId, now }) => {
      const link = await findAccountLink(database.read, recordId);
      return link && isWorking(link, settings, now) ? linkMessage(link, settings) : undefined;
    },
    "password-reset": async ({ recordId, detail, queuedAt, now }) => {
      const asked = { id: recordId, email: detail, askedAt: queuedAt };
      const link = await database.transaction((trx) => linkForReset(trx, settings.links, asked));
      return link && isWorking(link, settings, now) ? linkMessage(link, settings) : undefined;
    },
    "account-notice": async ({ recordId, detail }) => {
      const user = await findUser(database.read, recordId);
      return user && noticeMessage(user, noticesIn(detail), settings);
    },
  } satisfies Partial<Writers>;
}

/** A new AUTH_SECRET makes earlier links invalid. */
function isWorking(
  { id, kind, token_hash, ended_at, expires_at }: AccountLink,
  { links }: Settings,
  now: Date,
): boolean {
  return ended_at === null && expires_at > now.toISOString() && hashToken(links[kind].tokenOf(id)) === token_hash;
}

type LinkText = Pick<Letter, "subject" | "preheader" | "heading" | "paragraphs" | "closing" | "reason"> & {
  button: string;
};

const NOT_YOU = "If it was not you, there is nothing to do: without your press nothing happens.";

const REGISTERED = {
  paragraphs: [
    "An account was made with this e-mail address. If you made it, please confirm with its password that the address is yours.",
    "If you did not make it, set a new password there instead: it ends all that the account had, and the account is yours alone.",
  ],
  closing: [`${NOT_YOU} An account that nobody uses or confirms is deleted after ${UNCONFIRMED_DAYS} days.`],
  reason: "You get this e-mail because someone registered with this address.",
};

const enteredBy = (admin: string) => ({
  paragraphs: [`${admin} has entered this e-mail address for your account. Please confirm that it is yours.`],
  closing: [NOT_YOU],
  reason: "You get this e-mail because an admin of the site has entered this address.",
});

const LINK_TEXTS: Record<AccountLinkKind, (link: AccountLink) => LinkText> = {
  "password-reset": ({ email }) => ({
    subject: "Set a new password",
    preheader: "The link works once, for 30 minutes.",
    heading: "Set a new password",
    paragraphs: [
      `Someone, probably you, has asked for a new password for the account ${email} at ${currentFacts().company.name}.`,
      "The link works once. A new password ends every sign-in of the account; a second factor stays as it is.",
    ],
    button: "Set a new password",
    closing: [`${NOT_YOU} Your password stays as it is.`],
    reason: "You get this e-mail because someone entered this address under “Forgot password?”.",
  }),
  invitation: ({ created_by, email }) => ({
    subject: `Your account at ${currentFacts().company.name}`,
    preheader: "Set your password and sign in.",
    heading: "You are invited",
    paragraphs: [
      `${created_by} has invited ${email} to the site of ${currentFacts().company.name}. Set a password of your own, and the account is yours.`,
      "The link works once. Nobody else learns your password, not even an admin.",
    ],
    button: "Set your password",
    closing: ["If you did not expect this, there is nothing to do: without your press no account is made."],
    reason: "You get this e-mail because an admin of the site has invited this address.",
  }),
  "confirm-email": ({ email, created_by }) => ({
    subject: "Please confirm your e-mail address",
    preheader: "So that we know it is yours.",
    heading: "Is this address yours?",
    ...(created_by === VISITOR ? REGISTERED : enteredBy(created_by === email ? "An admin" : created_by)),
    button: "Confirm the address",
  }),
  "new-email": () => ({
    subject: "Please confirm your new e-mail address",
    preheader: "Your account uses it once you have confirmed it.",
    heading: "Use this address from now on?",
    paragraphs: ["Someone has asked to use this address for an account. It changes once you confirm."],
    button: "Confirm the address",
    closing: [NOT_YOU],
    reason: "You get this e-mail because someone entered this address as their new one.",
  }),
  "undo-email": () => ({
    subject: "Your account has another e-mail address",
    preheader: "If it was not you, take it back.",
    heading: "Your account has another e-mail address",
    paragraphs: [
      "Your account signs in with another address from now on.",
      "If it was not you, take it back: the account gets this address again, and every sign-in ends. Then set a new password.",
    ],
    button: "Take the change back",
    closing: ["If it was you, there is nothing to do."],
    reason: "You get this e-mail because it was the address of the account.",
  }),
};

export function linkMessage(link: AccountLink, { links }: Pick<Settings, "links">): Message {
  const { button, ...text } = LINK_TEXTS[link.kind](link);
  return messageTo(link.email, {
    ...text,
    details: [
      { label: "The link works until", value: formatInstant(new Date(link.expires_at), currentFacts().timeZone) },
    ],
    button: { label: button, url: links[link.kind].urlOf(link.id) },
  });
}

type NoticeText = { subject: string; text: string; closing?: string };

function noticeMessage(user: UserRow, notices: readonly Notice[], { publicUrl }: Settings): Message {
  const kinds: NoticeText[] = [...new Set(notices.map(({ what }) => ACCOUNT_NOTICES[what]))];
  const isOneOfSeveral = kinds.length > 1;
  const { subject, text, closing }: NoticeText = (isOneOfSeveral ? undefined : kinds[0]) ?? NOTICES_TOGETHER;
  return messageTo(notices[0]?.to ?? user.email, {
    subject,
    preheader: text,
    heading: subject,
    paragraphs: [text],
    details: notices.flatMap((notice) => noticeDetails(notice, { isOneOfSeveral })),
    ...(closing === undefined && {
      button: { label: "Look at your account", url: `${publicUrl}/account` },
      link: { label: "It was not me: set a new password", url: `${publicUrl}/forgot-password` },
    }),
    closing: [closing ?? "If it was you, there is nothing to do."],
    reason: "You get this e-mail because it protects your account. It cannot be switched off.",
  });
}

function noticeDetails(
  { what, at, words, times = 1 }: Notice,
  { isOneOfSeveral }: { isOneOfSeveral: boolean },
): LetterDetail[] {
  const when = formatInstant(new Date(at), currentFacts().timeZone);
  const often = times > 1 ? `${times} times, last on ` : "";
  return [
    { label: "When", value: often + when },
    ...(isOneOfSeveral ? [{ label: "What", value: ACCOUNT_NOTICES[what].text }] : []),
    ...(words ? [{ label: isOneOfSeveral ? "Details" : "What", value: words }] : []),
  ];
}

function messageTo(address: string, letter: Letter): Message {
  const { company } = currentFacts();
  const to: Mailbox = { name: "", address };
  return { to: [to], replyTo: { name: company.name, address: company.email }, letter };
}
