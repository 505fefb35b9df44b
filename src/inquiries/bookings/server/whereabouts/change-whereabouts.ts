import { placeSchemaOf, type WhereaboutsChange } from "#inquiries/bookings/admin.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { requireUnchanged } from "#inquiries/kinds/server/change.ts";
import type { Change } from "#inquiries/kinds/server/kind.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { BOOKINGS } from "../admin/booking-kind.ts";
import { shareLockRules } from "../availability/store.ts";
import { followWhereabouts } from "../follow-whereabouts.ts";
import { meetingKey, startOf } from "../mail/enqueue-mail.ts";
import { enqueueNoticeByStaff } from "../mail/notice-to-visitor.ts";
import { updateBooking } from "../store.ts";
import { findTold, listHosts, onlyHost } from "./find-told.ts";

/** The visitor hears of a new link or address at once, with an invite. Throws not_found, changed_meanwhile, invalid_input. */
export async function changeWhereabouts(
  database: Database,
  { change, ...request }: Change & { change: Omit<WhereaboutsChange, "version"> },
): Promise<Booking> {
  const { actor, now } = request;
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, BOOKINGS, request);
    const wanted = await requireValid(trx, before, change);
    if (wanted.place === before.place && wanted.hostId === before.hostId) return before;
    const told = await findTold(trx, { ...before, ...wanted });
    const isAhead = isUpcoming(before) && startOf(before, await shareLockRules(trx)) > now;
    const isNews = isAhead && told !== undefined && told !== (await findTold(trx, before));
    const after = await updateBooking(trx, before, {
      ...wanted,
      inviteSequence: before.inviteSequence + (isNews ? 1 : 0),
      updatedAt: now.toISOString(),
    });
    const { id: recordId, leadId } = after;
    const detail = `${after.inviteSequence} ${meetingKey(after)}`;
    if (isNews && after.email)
      await enqueueNoticeByStaff(trx, { notice: { kind: "booking-whereabouts", detail }, recordId, now });
    const to = labelOf(before).toLowerCase();
    await writeAuditLogEntry(trx, { subject: { kind: "booking", id: recordId }, actor, action: "changed", to, now });
    await followWhereabouts(trx, leadId, { actor, now });
    return after;
  });
}

function labelOf({ meetingType: type }: Booking): string {
  const told = TOLD[type];
  if (told) return told.label;
  throw invalid("place", "Meetings of this type need neither a link nor an address");
}

async function requireValid(trx: Db, before: Booking, { place, hostId }: Omit<WhereaboutsChange, "version">) {
  labelOf(before);
  const typed = placeSchemaOf(before.meetingType).safeParse(place);
  if (!typed.success) throw invalid("place", typed.error.issues[0]?.message ?? "Not valid");
  const isKnown = hostId === "" || hostId === before.hostId || (await listHosts(trx)).some(({ id }) => id === hostId);
  if (!isKnown) throw invalid("hostId", "This person has no link of their own");
  const byOne = typed.data ? undefined : await onlyHost(trx, before);
  return { place: typed.data || undefined, hostId: hostId || byOne };
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { fields: { [field]: message } });
}
