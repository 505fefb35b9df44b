import { appliedMigrations, findForeign, migrationNames } from "#platform/server/database/migrate.ts";
import { siteBuild } from "#platform/server/version.ts";
import { type Check, ok, type Subject, trouble, warning } from "./check.ts";
import { count } from "./words.ts";

const VERSION: Subject = { id: "version", group: "site", title: "Version" };
const DATABASE: Subject = { id: "database", group: "site", title: "Database" };

export const versionCheck: Check = {
  subjects: [VERSION, DATABASE],
  run: async ({ engine, read, migrations }) => {
    const version = siteBuild();
    const applied = await appliedMigrations(read);
    const known = await migrationNames(migrations);
    const foreign = findForeign(applied, known);
    const waiting = foreign ? 0 : known.length - applied.length;
    const runs = `Version ${version} runs on Node ${process.versions.node}`;
    return [
      foreign
        ? trouble(VERSION, `${runs}, and the database ${foreign.why}.`, `${foreign.toDo}.`)
        : ok(VERSION, `${runs}.`),
      waiting > 0
        ? warning(
            DATABASE,
            `${count(waiting, "migration")} of this version ${waiting === 1 ? "waits" : "wait"} for the next start.`,
            "Make a backup, then start the site: it migrates before it answers.",
          )
        : ok(
            DATABASE,
            `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${count(applied.length, "migration")} applied.`,
          ),
    ];
  },
};
