import type { Config } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { isFirstRelease, readSiteConfig } from "#company/facts/server/first-facts.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { appliedMigrations, findForeign, readMigrations } from "#platform/server/database/migrate.ts";
import { siteVersion } from "#platform/server/version.ts";
import type { Release } from "../release/changelog.ts";
import { describeBackup } from "./backup-of-today.ts";
import { describeEffort, duration } from "./effort.ts";
import { type Finding, NotChecked } from "./finding.ts";
import { type Reader, reading } from "./reading.ts";
import { describeSettings } from "./settings.ts";

/** Of an update without migrations, on two busy cores. */
const RESTART_MS = 10_000;

export type Situation = {
  config: Config;
  environment: Record<string, string | undefined>;
  releases: readonly Release[];
  backup: string | undefined;
  /** The backup that an update has just made and restored. */
  proven?: string | undefined;
  now: Date;
};

export function checkUpgrade(situation: Situation): Promise<Finding[]> {
  return reading(situation.config, (reader) => checkDatabase(situation, reader));
}

async function checkDatabase(situation: Situation, reader: Reader): Promise<Finding[]> {
  const known = Object.keys(await readMigrations(MIGRATIONS));
  const applied = await appliedMigrations(reader.read);
  const last = applied.at(-1);
  if (last === undefined) throw new NotChecked("The database is empty: nothing to upgrade");
  const foreign = findForeign(applied, known);
  if (foreign)
    return [
      { kind: "bad", text: `The database ${foreign.why}. This version would not start with it. ${foreign.toDo}.` },
    ];
  const pending = known.slice(applied.length);
  const from = releaseOf(situation.releases, last);
  const since = from ? situation.releases.slice(0, situation.releases.indexOf(from)) : situation.releases;
  const effort = await describeEffort(situation.config, reader, { pending: pending.length, migrations: MIGRATIONS });
  return [
    {
      kind: "note",
      text: `This is version ${siteVersion()}. The database is of ${from ? `version ${from.version}` : "a version before the first release"} (${last}).`,
    },
    ...(isFirstRelease(applied) ? [await describeCompany(situation)] : []),
    pending.length === 0
      ? { kind: "good", text: "No migration has to run." }
      : {
          kind: "note",
          text: `${pending.length} ${pending.length === 1 ? "migration" : "migrations"} will run:`,
          items: pending,
        },
    ...effort,
    ...(situation.proven ? [describeDark(effort)] : []),
    ...(pending.length > 0 && !situation.proven ? [await describeBackup(reader, { ...situation, applied })] : []),
    ...describeSettings(situation.environment, since),
    ...whatToDo(since),
  ];
}

function describeDark(effort: readonly Finding[]): Finding {
  const ms = effort.reduce((sum, { ms = 0 }) => sum + ms, RESTART_MS);
  return { kind: "note", text: `Nobody can book for about ${duration(ms)}, unless the versions run side by side.` };
}

async function describeCompany({ config, now }: Situation): Promise<Finding> {
  try {
    await readSiteConfig({ ...config, now });
    return { kind: "good", text: `The first start publishes the company of ${config.siteConfig}.` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { kind: "bad", text: `This version would not start. ${error.message}.` };
  }
}

/** A database does not record its last release, so the oldest matching one is assumed. */
function releaseOf(releases: readonly Release[], last: string): Release | undefined {
  const reached = releases.filter(({ lastMigration }) => lastMigration !== undefined && lastMigration <= last);
  return reached.findLast(({ lastMigration }) => lastMigration === reached[0]?.lastMigration);
}

function whatToDo(since: readonly Release[]): Finding[] {
  const steps = since
    .filter(({ whatToDo }) => whatToDo)
    .map(({ version, whatToDo }) => `${version ?? "Not released yet"}\n${whatToDo}`);
  return steps.length === 0 ? [] : [{ kind: "note", text: "What to do when upgrading:", items: steps.reverse() }];
}
