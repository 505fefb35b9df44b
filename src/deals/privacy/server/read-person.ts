import { findUsersOf } from "#accounts/users/server/accounts.ts";
import { toUser } from "#accounts/users/server/table.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Person } from "#deals/privacy/admin.ts";
import { countMailOf } from "#delivery/mail/server/store.ts";
import { listFeedsOf } from "#inquiries/agenda/server/store.ts";
import { toAdminBooking } from "#inquiries/bookings/admin.ts";
import { isUpcoming } from "#inquiries/bookings/booking.ts";
import { findBookingsOf } from "#inquiries/bookings/server/store.ts";
import { toAdminContactMessage } from "#inquiries/contact/admin.ts";
import { findContactMessagesOf } from "#inquiries/contact/server/store.ts";
import { findPersonByEmail } from "#people/leads/server/people.ts";
import { timeOf, wallClock } from "#platform/dates.ts";
import { emailKey } from "#platform/email.ts";
import { listAuditLog, recordView } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { PERSON } from "./personal-data.ts";
import { findRequestsWithDataOf, listRequestsOf } from "./store.ts";
import { toTask } from "./table.ts";

type LookUp = { email: string; personKey: string; actor: string; now: Date };

/** Summarises what is stored about a person. Writes an audit log entry. */
export async function readPerson(
  database: Database,
  { email, personKey, actor, now }: LookUp,
): Promise<Omit<Person, "success">> {
  const subject = { kind: PERSON, id: personKey };
  await recordView(database, { subject, actor, now });
  return database.snapshot(async (db) => {
    const bookings = await findBookingsOf(db, email);
    const messages = await findContactMessagesOf(db, email);
    const users = await findUsersOf(db, email);
    const unanswered = await findRequestsWithDataOf(db, emailKey(email));
    const recordIds = [...bookings, ...messages, ...unanswered].map(({ id }) => id);
    const { day, minutes } = wallClock(now, currentFacts().timeZone);
    const present = `${day} ${timeOf(minutes)}`;
    const person = await findPersonByEmail(db, email);
    return {
      email,
      ...(person && { personId: person.id }),
      bookings: bookings.map((booking) => ({
        ...toAdminBooking(booking),
        isAhead: isUpcoming(booking) && `${booking.meetingDate} ${booking.meetingTime}` > present,
      })),
      messages: messages.map(toAdminContactMessage),
      accounts: users.map(toUser),
      requests: (await listRequestsOf(db, personKey)).map(toTask),
      calendarFeeds: await countFeedsOf(db, users),
      mails: await countMailOf(db, recordIds),
      history: await listAuditLog(db, subject),
    };
  });
}

async function countFeedsOf(db: Db, users: readonly { id: string }[]): Promise<number> {
  let count = 0;
  for (const { id } of users) count += (await listFeedsOf(db, id)).length;
  return count;
}
