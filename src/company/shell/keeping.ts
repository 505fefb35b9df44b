// Deleted data lives on in backups until the last of them is deleted.

type Keep = { days: number; weeks: number; months: number };
type BackupSettings = { backupAt: string | null; backupKeep: Keep; backupCommand: readonly string[] | undefined };

const DAYS_A_WEEK = 7;
const MAX_DAYS_A_MONTH = 31;

export function keptDays({ days, weeks, months }: Keep): number {
  return Math.max(days, weeks * DAYS_A_WEEK, months * MAX_DAYS_A_MONTH);
}

/** The server replaces the token in rendered pages with its own settings when it starts. */
export const BACKUPS_KEPT_TOKEN = "backups-are-kept-as-set";

export function keptWords({ backupAt, backupKeep, backupCommand }: BackupSettings): string {
  if (backupAt === null) return "Backups are made by hand, and kept until they are deleted by hand";
  const { days, weeks, months } = backupKeep;
  const spans = [
    { count: months, unit: "month", days: months * MAX_DAYS_A_MONTH },
    { count: weeks, unit: "week", days: weeks * DAYS_A_WEEK },
    { count: days, unit: "day", days },
  ];
  const { count, unit } = spans.reduce((longest, span) => (span.days > longest.days ? span : longest));
  const copies = backupCommand ? ". Copies outside this server stay until they are deleted there" : "";
  return `A backup is made every night, and deleted after ${count} ${count === 1 ? unit : `${unit}s`} at the latest, once a newer one has proven good${copies}`;
}
