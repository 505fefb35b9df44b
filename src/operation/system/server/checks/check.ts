// A check reads; it never changes anything.
import type { Finding, Group } from "#operation/system/system.ts";
import type { Engine } from "#platform/server/database/database.ts";
import type { Presence } from "#platform/server/database/presence.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { UntrustedProxy } from "../untrusted-proxy.ts";

export type SystemConfig = {
  publicUrl: string;
  dataDir: string;
  authSecret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  trustProxy: string[];
  alertEmail: string | undefined;
  updateRemote: string | undefined;
  backupAt: string | null;
  backupDir: string;
  backupRecipient: string | undefined;
  backupPassphrase: string | undefined;
  backupCommand: string[] | undefined;
};

export type CheckContext = {
  config: SystemConfig;
  engine: Engine;
  read: Db;
  presence: Pick<Presence, "listHeld">;
  now: Date;
  migrations: string;
  untrustedProxy: UntrustedProxy | undefined;
};

export type Subject = Pick<Finding, "id" | "group" | "title"> & { group: Group };

export type Check = {
  subjects: readonly Subject[];
  isRemote?: true;
  run(context: CheckContext): Promise<Finding[]>;
};

export function ok(subject: Subject, found: string): Finding {
  return { ...subject, state: "ok", found, toDo: null, isQuiet: false };
}

export function warning(subject: Subject, found: string, toDo: string): Finding {
  return { ...subject, state: "warning", found, toDo, isQuiet: false };
}

/** An owner may choose to live with the cause of such a warning. */
export function quietWarning(subject: Subject, found: string, toDo: string): Finding {
  return { ...warning(subject, found, toDo), isQuiet: true };
}

export function trouble(subject: Subject, found: string, toDo: string): Finding {
  return { ...subject, state: "trouble", found, toDo, isQuiet: false };
}

export function notChecked(subject: Subject, found: string, toDo: string | null = null): Finding {
  return { ...subject, state: "not checked", found, toDo, isQuiet: false };
}
