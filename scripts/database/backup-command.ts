import { ConfigError } from "#platform/server/config-error.ts";
import { BackupError } from "#platform/server/database/backup/backup-encryption.ts";
import { isDatabaseUnavailable } from "#platform/server/database/driver-errors.ts";

/** Errors that the operator can fix are printed as one line. */
export async function orExplain(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isTheirs =
      error instanceof BackupError || error instanceof ConfigError || code || isDatabaseUnavailable(error);
    console.error(isTheirs ? `${message}.` : error);
    process.exitCode = 1;
  }
}
