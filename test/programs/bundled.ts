/** Programs that tests start, by their names in the bundle. */
export const PROGRAMS = {
  "site-process": "test/programs/site-process.ts",
  "worker-process": "test/programs/worker-process.ts",
  "journal-process": "test/programs/journal-process.ts",
  "backup-process": "src/app/backup-process.ts",
};

export const COMMANDS = {
  main: "src/app/main.ts",
  admin: "scripts/database/admin.ts",
  backup: "scripts/database/backup.ts",
  doctor: "scripts/doctor.ts",
  person: "scripts/database/person.ts",
  restore: "scripts/database/restore.ts",
  "upgrade-check": "scripts/upgrade/upgrade-check.ts",
};
