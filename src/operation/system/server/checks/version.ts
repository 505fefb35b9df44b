import { appliedMigrations, migrationNames } from "#platform/server/database/migrate.ts";
import { siteVersion } from "#platform/server/version.ts";
import { type Check, ok, type Subject, trouble, warning } from "./check.ts";
import { count } from "./words.ts";

const VERSION: Subject = { id: "version", group: "site", title: "Version" };
const DATABASE: Subject = { id: "database", group: "site", title: "Database" };

export const versionCheck: Check = {
  subjects: [VERSION, DATABASE],
  run: async ({ engine, read, migrations }) => {
    const version = siteVersion();
    const applied = new Set(await appliedMigrations(read));
    const known = new Set(await migrationNames(migrations));
    const unknown = [...applied.difference(known)];
    const waiting = known.difference(applied).size;
    const runs = `Version ${version} runs on Node ${process.versions.node}`;
    return [
      unknown.length > 0
        ? trouble(
            VERSION,
            `${runs}, and the database was changed by a newer version: it has ${unknown.at(-1)}.`,
            "Start the newer version, or restore the backup from before the upgrade into an empty database.",
          )
        : ok(VERSION, `${runs}.`),
      waiting > 0
        ? warning(
            DATABASE,
            `${count(waiting, "migration")} of this version ${waiting === 1 ? "waits" : "wait"} for the next start.`,
            "Make a backup, then start the site: it migrates before it answers.",
          )
        : ok(
            DATABASE,
            `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${count(applied.size, "migration")} applied.`,
          ),
    ];
  },
};
