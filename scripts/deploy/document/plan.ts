// Every block of commands in the two documents is run on a fresh Debian, or is in NOT_RUN.

import { timeOf, wallClock } from "#platform/dates.ts";

const MINUTE_MS = 60_000;
/** That of the company that a new site shows. */
const SAMPLE_ZONE = "America/Chicago";

/** Sections whose blocks are run, in the documents' order. */
export const RUN: Record<string, readonly string[]> = {
  "docs/install.md": ["Without containers", "Mail", "Backup", "Updates", "Two processes"],
  "docs/operations.md": ["By hand", "Restore"],
};

export type NotRun = { document: string; begins: string; why: string; nearest: string };

const ENGINE = { document: "docs/install.md", why: "it needs a Docker engine" };
const STACK = "the part “stack” runs compose.yaml where an engine answers, and “container” builds and runs the image";

/** `begins` is how the block begins. */
export const NOT_RUN: readonly NotRun[] = [
  { ...ENGINE, begins: "git clone ADDRESS porchlight\ncd porchlight/deploy\n", nearest: STACK },
  { ...ENGINE, begins: "docker compose up --detach --build\n", nearest: STACK },
  { ...ENGINE, begins: "docker compose exec site node scripts/database/admin.ts", nearest: STACK },
  {
    ...ENGINE,
    begins: "docker compose create site\n",
    nearest: "the block under “Restore” of docs/operations.md, which runs the same command without a container",
  },
  {
    ...ENGINE,
    begins: "docker compose --profile offsite run --rm offsite config\n",
    nearest: "the part “copies” serves what the sidecar serves",
  },
  { ...ENGINE, begins: "cd porchlight && git pull && cd deploy && docker compose up", nearest: STACK },
  {
    document: "docs/operations.md",
    begins: "npm run update\n",
    why: "it takes signed releases only, and no key is trusted as shipped",
    nearest: "“Updates” of docs/install.md runs it with --without-signature, and the drill with keys of its own",
  },
  { ...ENGINE, begins: "docker compose build && sh rolling-restart.sh compose\n", nearest: STACK },
];

/** What the text says to write, by what stands there. Nothing else of a block is changed. */
export type Written = { url: string; address: string; recipient: string; backup: string };

export function write(block: string, { url, address, recipient, backup }: Written): string {
  return block
    .replaceAll("https://homes.example.com", url)
    .replaceAll("ADDRESS", address)
    .replaceAll("age1…", recipient)
    .replaceAll("porchlight-2026-11-23T090000Z.backup.age", backup);
}

export const SETTINGS = "/etc/porchlight.env";
/** Where the machine clones the code from. */
export const ADDRESS = "/var/opt/code";
/** What the documents tell to keep elsewhere. */
export const KEPT = [SETTINGS, "/etc/porchlight-rclone.conf", "/root/porchlight.key"] as const;
/** The visitors of this check share one address. */
export const ADDED = ["RATE_LIMIT=off"] as const;

/** The check does not wait for the night. */
export function backupSoon(): string {
  const { minutes } = wallClock(new Date(Date.now() + MINUTE_MS), SAMPLE_ZONE);
  return `BACKUP_AT=${timeOf(minutes)}`;
}

/** What a person answers where rclone asks: a store by its address, without a password. */
export const RCLONE_ANSWERS = (store: string) =>
  ["n", "offsite", "webdav", store, "other", "", "", "", "n", "y", "q"] as const;
