// npm run check:deploy [-- PART…] tries deploy/, docs/install.md and docs/operations.md with installed programs. --base FOLDER sets the place of the small
// Debian.
import { checkCaddyfile } from "./caddy.ts";
import { askDocker, checkCompose } from "./compose.ts";
import { buildAndRun } from "./container.ts";
import { blocksNotRun, followDocuments } from "./document/follow.ts";
import { bookInBrowser, checkLogsForKeys, distinguishVisitors, hearChanges } from "./https.ts";
import { copyOffsite } from "./offsite.ts";
import { chosen, NotChecked, type Part } from "./part.ts";
import { killEither, restartInOrder } from "./rolling.ts";
import { runStack } from "./stack.ts";
import { compareSystemCalls, verifyUnits } from "./unit.ts";

const PARTS: Record<string, Part> = {
  "Caddyfile: valid and formatted": checkCaddyfile,
  "compose.yaml: volumes, networks, rights and settings fit together": checkCompose,
  "compose.yaml: docker compose reads it": askDocker,
  "units: systemd finds nothing wrong with them": verifyUnits,
  "units: the site asks the kernel for nothing that they refuse": compareSystemCalls,
  "copies: what the site sends is what the store of rclone has": copyOffsite,
  "https: a meeting is booked in a browser through Caddy": bookInBrowser,
  "https: limits and history know the address of each visitor": distinguishVisitors,
  "https: what changes is heard at once through Caddy": hearChanges,
  "https: an address that is a key is in no log of Caddy": checkLogsForKeys,
  "two processes: restarted one after the other, no call of anybody is lost": restartInOrder,
  "two processes: killed or restarted at any time, callers that repeat see no error": killEither,
  "container: built, small, and a meeting is booked in it without rights": buildAndRun,
  "stack: docker compose starts the site and Caddy, then two processes that rolling-restart.sh restarts": runStack,
  "documents: their commands lead from a fresh Debian 12 to a site, and from a dead machine back":
    followDocuments("bookworm"),
  "documents: the same on Debian 13": followDocuments("trixie"),
  ...blocksNotRun(),
};

const counts = { passed: 0, failed: 0, "not checked": 0 };

for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.some((word) => name.startsWith(word))) continue;
  const since = Date.now();
  const [result, why] = await outcomeOf(part);
  counts[result] += 1;
  console.log(`${name}: ${result}${why && ` (${why})`}, ${((Date.now() - since) / 1000).toFixed(1)} s`);
}
console.log(
  `\n${Object.entries(counts)
    .map(([result, count]) => `${count} ${result}`)
    .join(", ")}`,
);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

async function outcomeOf(part: Part): Promise<[keyof typeof counts, string]> {
  try {
    return ["passed", await part()];
  } catch (error) {
    if (error instanceof NotChecked) return ["not checked", error.message];
    return ["failed", error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
