import { fileURLToPath } from "node:url";

export const MIGRATIONS = fileURLToPath(new URL("../../migrations/", import.meta.url));

const LEFT_OUT = [
  /^(inquiry|lead|ended_lead)_counts$/,
  /^(inquiries|people|leads|pending)_search/,
  // Of 1.0.0.
  /^(booking|contact)_counts$/,
  /^(bookings|contact)_search/,
  // Ended sessions, links and limits must not work again after a restore.
  /^(rate_limits|sign_ins|account_links|sign_in_challenges|push_subscriptions|pushes|unlogged_changes|token_seeds)$/,
  /^(backup_runs|journal_copies|restore_holds|disk_readings)$/,
  /^system_/,
];

export function isLeftOutOfBackups(table: string): boolean {
  return LEFT_OUT.some((pattern) => pattern.test(table));
}
