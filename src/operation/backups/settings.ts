// Each reader returns undefined for an invalid setting.

export type BackupKeep = { days: number; weeks: number; months: number };

export const BACKUP_AT = /^(off|([01]\d|2[0-3]):[0-5]\d)$/;

const KEEP_PART = /^([1-9]\d{0,2})([dwm])$/;

export function readBackupKeep(text: string): BackupKeep | undefined {
  const keep = { d: 0, w: 0, m: 0 };
  for (const part of text.split(",")) {
    const [, count, unit] = KEEP_PART.exec(part.trim()) ?? [];
    if (!count || keep[unit as "d"] > 0) return undefined;
    keep[unit as "d"] = Number(count);
  }
  return { days: keep.d, weeks: keep.w, months: keep.m };
}

export function readRecipient(text: string): string | undefined {
  return /^age1[a-z0-9]{20,3000}$/.test(text) ? text : undefined;
}

/** The setting is words split at spaces, or a JSON list of texts. One of them has to hold {file}. */
export function readCommandWords(text: string): string[] | undefined {
  const words = text.trimStart().startsWith("[") ? readList(text) : text.split(/\s+/).filter(Boolean);
  return words?.slice(1).some((word) => word.includes("{file}")) ? words : undefined;
}

function readList(text: string): string[] | undefined {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) && list.every((word) => typeof word === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}
