import { fileURLToPath } from "node:url";
import type { AgendaTables } from "#agenda/server/table.ts";
import type { BackupsTables } from "#backups/server/table.ts";
import type { BookingsTables } from "#bookings/server/table.ts";
import type { CampaignsTables } from "#campaigns/server/table.ts";
import type { CompanyTables } from "#company/server/table.ts";
import type { ContactTables } from "#contact/server/table.ts";
import type { FollowUpTables } from "#follow-up/server/table.ts";
import type { KeysTables } from "#keys/server/table.ts";
import type { LeadsTables } from "#leads/server/table.ts";
import type { MailsTables } from "#mail/server/table.ts";
import type { OffersTables } from "#offers/server/table.ts";
import type { PeopleTables } from "#people/server/table.ts";
import type { PermissionsTables } from "#permissions/server/table.ts";
import type { AuditLogTables } from "#platform/server/audit-log.ts";
import type { IdempotencyTables } from "#platform/server/idempotency.ts";
import type { RateLimitsTables } from "#platform/server/rate-limits.ts";
import type { RemovalsTables } from "#removals/server/table.ts";
import type { SystemTables } from "#system/server/store.ts";
import type { UsersTables } from "#users/server/table.ts";
import type { WebhooksTables } from "#webhooks/server/table.ts";

/** Their folder. */
export const MIGRATIONS = fileURLToPath(new URL("../migrations/", import.meta.url));

export type Tables = BookingsTables &
  AgendaTables &
  CompanyTables &
  ContactTables &
  LeadsTables &
  MailsTables &
  WebhooksTables &
  PermissionsTables &
  CampaignsTables &
  OffersTables &
  FollowUpTables &
  UsersTables &
  KeysTables &
  PeopleTables &
  AuditLogTables &
  BackupsTables &
  SystemTables &
  RemovalsTables &
  RateLimitsTables &
  IdempotencyTables;

const LEFT_OUT = [
  // Triggers fill them.
  /^(booking|contact|lead|ended_lead)_counts$/,
  /^(bookings|contact|people|leads)_search/,
  // Ended sessions, links and limits must not work again after a restore.
  /^(rate_limits|sign_ins|account_links|sign_in_challenges)$/,
  // They say something of this database and its machine only.
  /^(backup_runs|journal_copies|restore_holds|disk_readings)$/,
  /^system_/,
];

export function isLeftOutOfBackups(table: string): boolean {
  return LEFT_OUT.some((pattern) => pattern.test(table));
}
