import { readBackupState } from "#operation/backups/server/store.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Gauge } from "#platform/server/http/metrics.ts";
import type { SystemConfig } from "./checks/check.ts";
import { diskPlaces, freeSpace } from "./checks/disk.ts";

type Options = { database: Database; config: SystemConfig; clock: Clock };

export function systemGauges({ database, config, clock }: Options): Gauge[] {
  const secondsSince = (instant: string | null) => {
    if (instant === null) throw new Error("There is none yet.");
    return (clock.now().getTime() - Date.parse(instant)) / 1000;
  };
  return [
    {
      name: "backup_age_seconds",
      help: "Since the newest good nightly backup was made; missing before the first.",
      read: async () => secondsSince((await readBackupState(database.read)).madeAt),
    },
    {
      name: "backup_proof_age_seconds",
      help: "Since the newest backup was made that could be restored; missing before the first.",
      read: async () => secondsSince((await readBackupState(database.read)).provenAt),
    },
    {
      name: "disk_free_bytes",
      help: "Free where DATA_DIR and BACKUP_DIR are, the smaller of the two.",
      read: async () => {
        const spaces = (await diskPlaces(config)).map(({ path }) => freeSpace(path));
        return Math.min(...(await Promise.all(spaces)).map(({ free }) => free));
      },
    },
  ];
}
