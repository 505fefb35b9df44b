// Every table of the database, composed from the rooms' own.
import type { SignInsTables } from "#auth/server/table.ts";
import type { BookingsTables } from "#bookings/server/table.ts";
import type { MailsTables } from "#mail/server/table.ts";
import type { IdempotencyTables } from "#platform/server/idempotency.ts";
import type { RateLimitsTables } from "#platform/server/rate-limits.ts";
import type { UsersTables } from "#users/server/table.ts";

export type Tables = BookingsTables & MailsTables & UsersTables & SignInsTables & RateLimitsTables & IdempotencyTables;
