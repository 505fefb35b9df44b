import { currentFacts } from "#company/facts/facts.ts";
import { formatInstant } from "#platform/dates.ts";
import { siteBuild } from "#platform/server/version.ts";
import { readProcesses } from "../store.ts";
import { type Check, ok, type Subject, trouble, warning } from "./check.ts";
import { count } from "./words.ts";

const PROCESSES: Subject = { id: "processes", group: "site", title: "Running processes" };
const CRASH: Subject = { id: "crash", group: "site", title: "Starts and ends" };

const LOOK_INTO_LOG =
  "Read the last lines of the log before its end (journalctl -u porchlight), and check that the machine has enough memory.";

export const processesCheck: Check = {
  subjects: [PROCESSES, CRASH],
  run: async ({ read, presence, now }) => {
    const { running, lost, crashed, stoppedAt } = await readProcesses(read, presence, now);
    const others = running.filter((version) => version !== siteBuild());
    const [lastStart] = running.length === 0 ? lost : [];
    const latest = crashed.at(-1);
    const at = (instant: string) => formatInstant(new Date(instant), currentFacts().timeZone);
    return [
      running.length === 0
        ? warning(
            PROCESSES,
            `The site does not run.${stoppedAt ? ` It was last stopped at ${at(stoppedAt)}.` : ""}`,
            "Start it.",
          )
        : others.length > 0
          ? warning(
              PROCESSES,
              `${count(running.length, "process", "processes")} run, of different builds: ${[...new Set(running)].join(" and ")}.`,
              "Restart the processes of the older build, one after the other.",
            )
          : ok(PROCESSES, `${count(running.length, "process runs", "processes run")}.`),
      latest || lastStart
        ? trouble(
            CRASH,
            latest
              ? `${crashed.length === 1 ? "A process" : `${crashed.length} processes`} of the site ended within the last day without being stopped, which was last noticed at ${at(latest)}.`
              : `The site was started at ${at(lastStart ?? "")}, ended without being stopped, and does not run.`,
            LOOK_INTO_LOG,
          )
        : ok(CRASH, "No process ended within the last day without being stopped."),
    ];
  },
};
