// Packing a large database takes minutes of computing, so it has a process of its own.
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { killCommands } from "#operation/backups/server/commands.ts";
import { deleteUnfinished } from "#operation/backups/server/files.ts";
import { perform } from "#operation/backups/server/make-backup.ts";
import type { BackupNews, BackupTask } from "#operation/backups/server/task.ts";
import { isLeftOutOfBackups } from "./tables.ts";

let sent: Promise<unknown> = Promise.resolve();

lowerPriority();
process.once("disconnect", stop);
process.once("SIGTERM", stop);
process.once("message", async (task: BackupTask) => {
  await perform(task, { leftOut: isLeftOutOfBackups, send });
  await sent;
  process.off("disconnect", stop);
  process.disconnect?.();
});

function send(news: BackupNews): void {
  sent = new Promise((resolve) => process.send?.(news, resolve));
}

function stop(): void {
  killCommands();
  deleteUnfinished();
  process.exit(1);
}

/** Visitors come first, but a machine that is always busy gets its backup too. If memory runs out, Linux ends this process. */
function lowerPriority(): void {
  try {
    setPriority(10);
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems have no such file.
  }
}
