import type { ReactNode } from "react";
import { Link } from "react-router";
import { ROLE_LABELS } from "#accounts/users/user.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { Person } from "#deals/privacy/admin.ts";
import { fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { formatDay } from "#platform/dates.ts";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { counted } from "./counted.ts";

export function PersonRecords({ person: { bookings, messages, accounts, calendarFeeds, mails } }: { person: Person }) {
  const may = useMay();
  return (
    <div className="grid items-start gap-6">
      <Records title={`Bookings (${bookings.length})`} id="person-bookings">
        {bookings.map((booking) => (
          <li key={booking._id}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <RecordLink to={`/admin/bookings?booking=${booking._id}`}>
                {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
              </RecordLink>
              <span>{booking.isAhead ? `${booking.status}, ahead` : booking.status}</span>
            </p>
            <p className="wrap-anywhere text-muted">
              {fullName(booking)}, {propertyLine(booking)}
            </p>
          </li>
        ))}
      </Records>
      <Records title={`Messages (${messages.length})`} id="person-messages">
        {messages.map(({ _id, name, subject, status, createdAt }) => (
          <li key={_id}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <RecordLink to={`/admin/contacts?contact=${_id}`}>{SUBJECTS[subject]}</RecordLink>
              <span>{status}</span>
            </p>
            <p className="wrap-anywhere text-muted">
              {name}, <Instant at={createdAt} />
            </p>
          </li>
        ))}
      </Records>
      <Records title={`Accounts (${accounts.length})`} id="person-accounts">
        {accounts.map(({ _id, email, role, isActive }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-4">
            {may("run") ? (
              <RecordLink to={`/admin/users?search=${encodeURIComponent(email)}`}>{email}</RecordLink>
            ) : (
              email
            )}
            <span>
              {ROLE_LABELS[role]}
              {!isActive && ", inactive"}
            </span>
          </li>
        ))}
      </Records>
      <section className="card">
        <h2 className="mb-3 text-h3">Also stored</h2>
        <p>
          {counted(mails, "e-mail")} about these records.
          {accounts.length > 0 && ` ${counted(calendarFeeds, "calendar feed")} of the account.`}
        </p>
      </section>
    </div>
  );
}

function Records({ title, id, children }: { title: string; id: string; children: ReactNode[] }) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-h3">
        {title}
      </h2>
      {children.length > 0 ? <ul className="panel-list">{children}</ul> : <p className="text-muted">None.</p>}
    </section>
  );
}

function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link contact-link wrap-anywhere font-semibold">
      {children}
    </Link>
  );
}
