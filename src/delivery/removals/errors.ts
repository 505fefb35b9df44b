import { refusalsOf } from "#platform/errors.ts";

const HeldError = refusalsOf({ held_after_restore: 503 });
const RETRY_AFTER_SECONDS = 300;

export function heldAfterRestore(): InstanceType<typeof HeldError> {
  return new HeldError(
    "held_after_restore",
    "This site was restored from a backup. An admin has to confirm on the dashboard before this works again.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
