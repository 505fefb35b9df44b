import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#platform/errors.ts";
import type { App } from "#platform/server/http/types.ts";

/** In DATA_DIR. `npm run update` makes the file before it starts a new version, and deletes it once that may be kept. */
export const UPDATE_GATE = "closed-for-update";

const POLL_MS = 50;
const RETRY_AFTER_SECONDS = 5;
const READING = ["GET", "HEAD"];

export type UpdateGate = { isClosed(): boolean; opened: Promise<void> };

/** Only a process that starts while the file is there is closed, and it never closes again. */
export function updateGate(dataDir: string): UpdateGate {
  const file = join(dataDir, UPDATE_GATE);
  if (!existsSync(file)) return { isClosed: () => false, opened: Promise.resolve() };
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let isClosed = true;
  const timer = setInterval(() => {
    if (existsSync(file)) return;
    clearInterval(timer);
    isClosed = false;
    resolve();
  }, POLL_MS).unref();
  return { isClosed: () => isClosed, opened };
}

/** What nobody could write is not lost if the update goes back. */
export function refuseWritesWhileClosed(app: App, gate: UpdateGate): void {
  if (!gate.isClosed()) return;
  app.addHook("onRequest", async ({ method }) => {
    if (gate.isClosed() && !READING.includes(method))
      throw new AppError("unavailable", "The site is being updated. Please try again in a few seconds.", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
  });
}
