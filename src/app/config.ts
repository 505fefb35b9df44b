import { isIP } from "node:net";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { REFRESH_TOKEN_STORES, type RefreshTokenStore } from "#accounts/users/refresh-token-stores.ts";
import { isStrongSecret, WEAK_AUTH_SECRET } from "#accounts/users/server/secret.ts";
import {
  BACKUP_AT,
  type BackupKeep,
  readBackupKeep,
  readCommandWords,
  readRecipient,
} from "#operation/backups/settings.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { wrongDatabaseUrl } from "#platform/server/database/hosts/host-urls.ts";

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
  authSecret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  staffEmail: string | undefined;
  siteConfig: string;
  trustProxy: string[];
  rateLimit: boolean;
  accessTokenSeconds: number;
  refreshGraceSeconds: number;
  refreshTokenStore: RefreshTokenStore;
  workerPollSeconds: number;
  mailRetrySeconds: number;
  webhookAllowPrivate: boolean;
  /** The time is HH:MM in the company's zone; null turns scheduled backups off. */
  backupAt: string | null;
  backupDir: string;
  backupKeep: BackupKeep;
  /** At most one of recipient and passphrase is set; without either, backups are not encrypted. */
  backupRecipient: string | undefined;
  backupPassphrase: string | undefined;
  /** {file} and {name} stand for the path and the name of the copied file. */
  backupCommand: string[] | undefined;
  backupFetchCommand: string[] | undefined;
  alertEmail: string | undefined;
  updateRemote: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  metricsPort: number | undefined;
  metricsHost: string;
};

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const wholeNumber = (name: string, lowest: number, highest: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `${name} must be a whole number`)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.gte(lowest, `${name} must be at least ${lowest}`),
          z.lte(highest, `${name} must be at most ${highest}`),
        ),
    ),
  );

const seconds = (name: string) => wholeNumber(name, 1, 86_400);

const url = (name: string, protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      ),
    );

const mailbox = (name: string) =>
  z.string().check(z.regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/, `${name} must be one plain e-mail address`));

const readWith = <T>(read: (text: string) => T | undefined, message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => read(text) !== undefined, message)),
    z.transform((text) => read(text) as T),
  );

const environmentSchema = z.object({
  PORT: z._default(wholeNumber("PORT", 0, 65_535), 3000),
  HOST: z._default(z.string(), "127.0.0.1"),
  PUBLIC_URL: z.optional(
    url("PUBLIC_URL", ["http:", "https:"]).check(
      z.refine(
        (text) => !URL.canParse(text) || new URL(text).pathname === "/",
        "PUBLIC_URL must be an origin without a path, such as https://example.com",
      ),
    ),
  ),
  DATA_DIR: z._default(z.string(), "./data"),
  DATABASE_URL: z.optional(
    z.string().check(
      z.superRefine((text, context) => {
        const problem = wrongDatabaseUrl(text);
        if (problem) context.addIssue(`DATABASE_URL ${problem}`);
      }),
    ),
  ),
  ADMIN_EMAIL: z._default(mailbox("ADMIN_EMAIL"), "admin@localhost.local"),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, "ADMIN_PASSWORD must have at least 8 characters"),
        z.maxLength(128, "ADMIN_PASSWORD must have at most 128 characters"),
      ),
  ),
  AUTH_SECRET: z.optional(z.string().check(z.refine(isStrongSecret, WEAK_AUTH_SECRET))),
  SMTP_URL: z.optional(url("SMTP_URL", ["smtp:", "smtps:"])),
  MAIL_FROM: z.optional(mailbox("MAIL_FROM")),
  STAFF_EMAIL: z.optional(mailbox("STAFF_EMAIL")),
  SITE_CONFIG: z._default(z.string(), "./site.config.ts"),
  TRUST_PROXY: z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => text.split(",").map((part) => part.trim())),
        z.array(z.string().check(z.refine(isAddressOrRange, "TRUST_PROXY must be a list of IP addresses or ranges"))),
      ),
    ),
  ),
  RATE_LIMIT: z._default(z.enum(["on", "off"], "RATE_LIMIT must be on or off"), "on"),
  ACCESS_TOKEN_SECONDS: z._default(seconds("ACCESS_TOKEN_SECONDS"), 900),
  REFRESH_GRACE_SECONDS: z._default(wholeNumber("REFRESH_GRACE_SECONDS", 0, 3600), 10),
  REFRESH_TOKEN_STORE: z._default(
    z.enum(REFRESH_TOKEN_STORES, "REFRESH_TOKEN_STORE must be browser or cookie"),
    "browser",
  ),
  WORKER_POLL_SECONDS: z._default(seconds("WORKER_POLL_SECONDS"), 5),
  MAIL_RETRY_SECONDS: z._default(seconds("MAIL_RETRY_SECONDS"), 30),
  WEBHOOK_ALLOW_PRIVATE: z._default(z.enum(["on", "off"], "WEBHOOK_ALLOW_PRIVATE must be on or off"), "off"),
  BACKUP_AT: z._default(
    z.string().check(z.regex(BACKUP_AT, "BACKUP_AT must be a time such as 03:00, or off")),
    "03:00",
  ),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP: z._default(readWith(readBackupKeep, "BACKUP_KEEP must be like 7d,4w,12m"), {
    days: 7,
    weeks: 4,
    months: 12,
  }),
  BACKUP_RECIPIENT: z.optional(
    readWith(readRecipient, "BACKUP_RECIPIENT must be an age public key, which begins with age1"),
  ),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(12, "BACKUP_PASSPHRASE must have at least 12 characters")),
  ),
  BACKUP_COMMAND: z.optional(
    readWith(readCommandWords, "BACKUP_COMMAND must be a program and its arguments, with {file} among them"),
  ),
  BACKUP_FETCH_COMMAND: z.optional(
    readWith(readCommandWords, "BACKUP_FETCH_COMMAND must be a program and its arguments, with {file} among them"),
  ),
  ALERT_EMAIL: z.optional(mailbox("ALERT_EMAIL")),
  UPDATE_REMOTE: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`), "info"),
  METRICS_PORT: z.optional(wholeNumber("METRICS_PORT", 0, 65_535)),
  METRICS_HOST: z._default(z.string(), "127.0.0.1"),
});

export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** An empty value counts as unset. Throws ConfigError for the first bad setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message ?? "The settings are not valid");
  const env = parsed.data;
  if (env.DATABASE_URL && !env.AUTH_SECRET)
    throw new ConfigError(
      "AUTH_SECRET is required with DATABASE_URL: every process must sign with the same secret (32 characters or more)",
    );
  if (env.BACKUP_RECIPIENT && env.BACKUP_PASSPHRASE)
    throw new ConfigError(
      "BACKUP_RECIPIENT and BACKUP_PASSPHRASE are both set: set the one that backups are encrypted for",
    );
  if (env.BACKUP_FETCH_COMMAND && !env.BACKUP_COMMAND)
    throw new ConfigError("BACKUP_FETCH_COMMAND is set without BACKUP_COMMAND, which copies what it would fetch");
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    authSecret: env.AUTH_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    staffEmail: env.STAFF_EMAIL,
    siteConfig: resolve(env.SITE_CONFIG),
    trustProxy: env.TRUST_PROXY ?? [],
    rateLimit: env.RATE_LIMIT === "on",
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshGraceSeconds: env.REFRESH_GRACE_SECONDS,
    refreshTokenStore: env.REFRESH_TOKEN_STORE,
    workerPollSeconds: env.WORKER_POLL_SECONDS,
    mailRetrySeconds: env.MAIL_RETRY_SECONDS,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE === "on",
    backupAt: env.BACKUP_AT === "off" ? null : env.BACKUP_AT,
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, "backups"),
    backupKeep: env.BACKUP_KEEP,
    backupRecipient: env.BACKUP_RECIPIENT,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    backupCommand: env.BACKUP_COMMAND,
    backupFetchCommand: env.BACKUP_FETCH_COMMAND,
    alertEmail: env.ALERT_EMAIL,
    updateRemote: env.UPDATE_REMOTE,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
  };
}

function isAddressOrRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
