import { fileURLToPath } from "node:url";
import type { KeysTables } from "#accounts/keys/server/table.ts";
import type { UsersTables } from "#accounts/users/server/table.ts";
import type { CompanyTables } from "#company/facts/server/table.ts";
import type { CampaignsTables } from "#deals/campaigns/server/table.ts";
import type { FollowUpTables } from "#deals/follow-up/server/table.ts";
import type { OffersTables } from "#deals/offers/server/table.ts";
import type { PeopleTables } from "#deals/privacy/server/table.ts";
import type { MailsTables } from "#delivery/mail/server/table.ts";
import type { RemovalsTables } from "#delivery/removals/server/table.ts";
import type { WebhooksTables } from "#delivery/webhooks/server/table.ts";
import type { AgendaTables } from "#inquiries/agenda/server/table.ts";
import type { BookingsTables } from "#inquiries/bookings/server/table.ts";
import type { ContactTables } from "#inquiries/contact/server/table.ts";
import type { BackupsTables } from "#operation/backups/server/table.ts";
import type { SystemTables } from "#operation/system/server/table.ts";
import type { LeadsTables } from "#people/leads/server/table.ts";
import type { PermissionsTables } from "#people/permissions/server/table.ts";
import type { AuditLogTables } from "#platform/server/audit-log.ts";
import type { IdempotencyTables } from "#platform/server/idempotency.ts";
import type { RateLimitsTables } from "#platform/server/rate-limits.ts";

/** Their folder. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations/", import.meta.url));

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
