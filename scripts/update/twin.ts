// A second database with the data of the live one. The new version's migrations run on it, and on nothing else before it takes the
// live one's place.
import type { SiteSettings } from "./settings.ts";
import { postgresTwin } from "./twin-postgres.ts";
import { sqliteTwin } from "./twin-sqlite.ts";

export type Twin = {
  /** Of the second database, for programs of the site. */
  environment: Record<string, string>;
  /** Whether the old version reads while the copy is made and migrated. */
  canReadMeanwhile: boolean;
  /** Throws UpdateError with what is missing, and changes nothing. */
  requireRights(): Promise<void>;
  /** Nobody writes the live one from here until the old version has stopped. */
  copy(): Promise<void>;
  /** The old version has stopped. Can be repeated after a kill, and so can the following. */
  takePlace(): Promise<void>;
  /** The live one is again what it was, wherever the update has ended. */
  goBack(): Promise<void>;
  /** Deletes what is not live. */
  clear(): Promise<void>;
};

export function twinOf(settings: SiteSettings): Twin {
  const { databaseUrl } = settings.config;
  return databaseUrl ? postgresTwin(databaseUrl) : sqliteTwin(settings);
}
