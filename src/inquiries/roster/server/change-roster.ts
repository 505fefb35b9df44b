import { findStaff } from "#accounts/users/server/staff-notices.ts";
import { type Roster, type RosterChange, rosterSchema } from "#inquiries/roster/roster.ts";
import type { BusinessCalendar } from "#people/leads/business-time.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { listRung } from "./rung.ts";
import { listOff, lockRoster, readStoredRoster, saveRoster, setDayOff } from "./store.ts";

type By = { actor: string; actorId: string; now: Date };
type Shown = Omit<Roster, "success">;

const SUBJECT = { kind: "roster", id: "site" };

/** Without the shifts of accounts that may get no mail about visitors any more. */
export async function readRoster(
  db: Db,
  { calendar, now, actorId }: { calendar: BusinessCalendar; now: Date; actorId: string },
): Promise<Shown> {
  const { shifts, ownerId, version } = await readStoredRoster(db);
  const staff = await findStaff(db);
  const isThere = (id: string) => staff.some((account) => account.id === id);
  const off = await listOff(db, wallClock(now, calendar.timeZone).day);
  const rung = (await listRung(db, { calendar, now })).map(({ id }) => id);
  const people = staff.map(({ id, name, email }) => {
    const place = rung.indexOf(id) + 1;
    const person = { _id: id, name, email, isYou: id === actorId, isOff: off.includes(id) };
    return { ...person, ...(place > 0 && { rung: place }) };
  });
  return {
    shifts: shifts.filter(({ userId }) => isThere(userId)),
    ownerId: isThere(ownerId) ? ownerId : "",
    version,
    people: people.sort((a, b) => (a.name || a.email).localeCompare(b.name || b.email)),
  };
}

/** Replaces the whole roster. Throws invalid_input, changed_meanwhile. */
export async function changeRoster(
  database: Database,
  { shifts, ownerId, version, actor, actorId, calendar, now }: RosterChange & By & { calendar: BusinessCalendar },
): Promise<void> {
  await database.transaction(async (trx) => {
    const before = await lockRoster(trx);
    if (version !== undefined && version !== before.version) {
      // Parsing removes other fields here, because no schema serialises the body of an error.
      const roster = rosterSchema.parse({ success: true, ...(await readRoster(trx, { calendar, now, actorId })) });
      throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { roster } });
    }
    const staff = new Set((await findStaff(trx)).map(({ id }) => id));
    const fields = Object.fromEntries(
      [...shifts.map(({ userId }, index) => [`shifts.${index}.userId`, userId] as const), ["ownerId", ownerId] as const]
        .filter(([, id]) => id !== "" && !staff.has(id))
        .map(([name]) => [name, "Please choose an active admin whose address is confirmed"]),
    );
    if (Object.keys(fields).length > 0)
      throw new AppError("invalid_input", "Please check the marked fields.", { fields });
    await saveRoster(trx, { shifts, ownerId, version: before.version + 1 }, now);
    const to = `${shifts.length} ${shifts.length === 1 ? "shift" : "shifts"}`;
    await writeAuditLogEntry(trx, { subject: SUBJECT, actor, action: "changed", to, now });
  });
}

/** Until midnight of the company's zone. Shifts and claims stay. */
export async function takeDayOff(
  database: Database,
  { off, timeZone, actor, actorId: userId, now }: By & { off: boolean; timeZone: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    const { day } = wallClock(now, timeZone);
    if (!(await setDayOff(trx, { userId, day, off }))) return;
    const to = off ? "off today" : "back today";
    await writeAuditLogEntry(trx, { subject: SUBJECT, actor, action: "changed", to, now });
  });
}
