// npm run doctor [-- --json] runs the checks of the page System. Exit status: 0 no trouble, 1 trouble, 2 not checked.
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { adoptStoredFacts } from "#company/facts/server/published-facts.ts";
import { runChecks } from "#operation/system/server/findings.ts";
import { type Finding, type FindingState, GROUPS, type Group, worstFirst } from "#operation/system/system.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openToRead } from "#platform/server/database/database.ts";
import { siteBuild } from "#platform/server/version.ts";

const USAGE = "npm run doctor, or npm run -s doctor -- --json";
const WORDS: Record<FindingState, string> = {
  ok: "ok         ",
  warning: "WARNING    ",
  trouble: "TROUBLE    ",
  "not checked": "not checked",
};
const INDENT = " ".repeat(WORDS.ok.length + 1);
const WIDTH = Math.max(60, Math.min(process.stdout.columns ?? 100, 120));

const words = process.argv.slice(2);
const isJson = words.includes("--json");
if (words.some((word) => word !== "--json")) endUnchecked(`Usage: ${USAGE}`);

try {
  const now = systemClock.now();
  const findings = await check(now);
  const answer = { success: true, version: siteBuild(), checkedAt: now.toISOString(), findings };
  console.log(isJson ? JSON.stringify(answer, null, 2) : asText(findings));
  process.exitCode = findings.some(({ state }) => state === "trouble") ? 1 : 0;
} catch (error) {
  endUnchecked(explain(error));
}

async function check(now: Date): Promise<Finding[]> {
  const config = readConfig(process.env);
  const database = await openToRead({ ...config, onConnectionError: () => {} });
  try {
    await adoptStoredFacts(database.read, config);
    const { engine, read, presence } = database;
    const onFailed = (error: unknown, check: string) =>
      console.error(`${check} was not checked: ${error instanceof Error ? error.message : error}`);
    const context = { config, engine, read, presence, now, migrations: MIGRATIONS, untrustedProxy: undefined };
    return await runChecks(context, { onFailed });
  } finally {
    await database.close();
  }
}

function asText(findings: readonly Finding[]): string {
  const groups = [...Map.groupBy(worstFirst(findings), ({ group }) => group)];
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const sum = `${count("trouble")} in trouble, ${count("warning")} with a warning, ${count("ok")} fine, ${count("not checked")} not checked.`;
  return [...groups.map(groupText), sum].join("\n\n");
}

function groupText([group, findings]: [Group, Finding[]]): string {
  const lines = findings.flatMap(({ state, title, found, toDo }) => [
    `${WORDS[state]} ${title}`,
    ...wrapped(found),
    ...(toDo ? wrapped(`To do: ${toDo}`) : []),
  ]);
  return [GROUPS[group], ...lines].join("\n");
}

function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last && last.length + word.length + 1 > WIDTH - INDENT.length) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.map((line) => INDENT + line);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}.`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_SQLITE_ERROR")
    return `There is no database in DATA_DIR that can be read (${message}). Is DATA_DIR the one of the site?`;
  return `The site could not be checked: ${message || code}.`;
}

function endUnchecked(text: string): never {
  if (isJson) console.log(JSON.stringify({ success: false, message: text }));
  console.error(text);
  process.exit(2);
}
