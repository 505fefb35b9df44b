// Limits notices about changes that were made with the link in our e-mails. A stranger who booked with another person's
// address has that link too. Delayed notices are merged into one mail with the current state.
import type { MailKind } from "#delivery/mail/mail.ts";
import { earliestInMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import { enqueueMail, listMailOf, withdrawDelayedMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { MailsTable, NewMail } from "#delivery/mail/server/table.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** After the first notice of a move, further moves within this time share one notice at its end. */
const MOVE_NOTICE_INTERVAL_MS = 10 * 60_000;

const NOTICES: readonly MailKind[] = ["booking-cancelled", "booking-rescheduled", "booking-whereabouts"];
const VISITOR_MAIL: readonly MailKind[] = ["booking-confirmation", ...NOTICES];

const BY_VISITOR = "visitor";
const NEW_ZONE = "zone";

export type Notice = { kind: MailKind; detail: string };

/** Marks notices of a visitor's own change. */
export function visitorsChangeDetail(isByVisitor: boolean): string[] {
  return isByVisitor ? [BY_VISITOR] : [];
}

export function isVisitorsChange(detail: string): boolean {
  return detail.split(" ").includes(BY_VISITOR);
}

/** The meeting keeps its day and time in the new time zone. Its invite sequence is already raised. */
export function noticeOfNewZone(
  { id: recordId, inviteSequence, meetingDate, meetingTime }: Booking,
  dueAt: Date,
): NewMail {
  const detail = [inviteSequence, NEW_ZONE, meetingDate, meetingTime].join(" ");
  return { kind: "booking-rescheduled", recordId, detail, dueAt };
}

export function rescheduleCause(detail: string): "visitor" | "staff" | "zone" {
  if (isVisitorsChange(detail)) return "visitor";
  return detail.split(" ").includes(NEW_ZONE) ? "zone" : "staff";
}

/** The confirmation is due at once, or when the limit of the mailbox allows it. */
export async function confirmationOf(
  trx: Db,
  { recordId, mailbox, now }: { recordId: string; mailbox: string | undefined; now: Date },
): Promise<NewMail> {
  const dueAt = mailbox === undefined ? now : await earliestInMailbox(trx, { mailbox, wanted: now, now });
  return { kind: "booking-confirmation", recordId, mailbox, dueAt };
}

/** Notices of changes by staff are sent at once and replace all that are still delayed. */
export async function enqueueNoticeByStaff(
  trx: Db,
  { notice, recordId, now }: { notice: Notice; recordId: string; now: Date },
): Promise<void> {
  await withdrawMail(trx, recordId, NOTICES, now);
  await withdrawDelayedMail(trx, { recordId }, ["booking-confirmation"], now);
  await enqueueMail(trx, [{ ...notice, recordId, dueAt: now }], now);
}

/** `mailbox` is locked by the transaction, and its limit counts the notice; undefined if limits are off. */
export async function enqueueNoticeByVisitor(
  trx: Db,
  { notice, recordId, mailbox, now }: { notice: Notice; recordId: string; mailbox: string | undefined; now: Date },
): Promise<void> {
  const mails = await listMailOf(trx, recordId);
  const confirmation = mails.find(({ kind }) => kind === "booking-confirmation");
  const isUnconfirmed = confirmation !== undefined && isHeld(confirmation, now);
  const isCancellation = notice.kind === "booking-cancelled";
  // The confirmation is written when it is sent, so it will contain the new time.
  if (isUnconfirmed && !isCancellation) return;
  if (isCancellation) await withdrawMail(trx, recordId, VISITOR_MAIL, now);
  else await withdrawDelayedMail(trx, { recordId }, NOTICES, now);
  // The visitor has had no mail about the meeting, so there is nothing to cancel.
  if (isUnconfirmed) return;
  // The cancellation counts only if the confirmation did.
  const counted = isCancellation && !confirmation?.mailbox_key ? undefined : mailbox;
  const wanted = isCancellation ? now : moveNoticeTime(mails, now);
  const dueAt = counted === undefined ? wanted : await earliestInMailbox(trx, { mailbox: counted, wanted, now });
  await enqueueMail(trx, [{ ...notice, recordId, mailbox: counted, dueAt }], now);
}

/** The latest e-mail, sent or delayed, contains the current state of the booking. Null if there is none. */
export async function findLatestVisitorMail(
  db: Db,
  recordId: string,
  now: Date,
): Promise<{ at: string; isHeld: boolean } | null> {
  const latest = (await listMailOf(db, recordId))
    .filter(({ kind, state }) => VISITOR_MAIL.includes(kind) && state !== "withdrawn")
    .toSorted((a, b) => a.due_at.localeCompare(b.due_at))
    .at(-1);
  return latest ? { at: latest.due_at, isHeld: isHeld(latest, now) } : null;
}

function moveNoticeTime(mails: readonly MailsTable[], now: Date): Date {
  const own = mails.filter(({ kind, detail }) => kind === "booking-rescheduled" && isVisitorsChange(detail));
  const held = own.find((mail) => isHeld(mail, now));
  if (held) return new Date(held.due_at);
  const latest = Math.max(...own.map(({ due_at }) => Date.parse(due_at)).filter((at) => at <= now.getTime()));
  return new Date(Math.max(now.getTime(), latest + MOVE_NOTICE_INTERVAL_MS));
}

function isHeld({ state, due_at }: MailsTable, now: Date): boolean {
  return state === "waiting" && due_at > now.toISOString();
}
