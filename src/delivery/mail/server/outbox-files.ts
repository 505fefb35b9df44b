import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

export const OUTBOX_FOLDER = "outbox";

export async function removeFromOutbox(dataDir: string, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  const folder = join(dataDir, OUTBOX_FOLDER);
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (mailIds.some((id) => file.includes(id))) await rm(join(folder, file), { force: true });
}
