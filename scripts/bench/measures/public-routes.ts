// P21 measures the processor time of each call that needs no account.
import { setTimeout } from "node:timers/promises";
import { notMeasured, type Row, type SiteMeasurement } from "../row.ts";
import { cpuOf } from "../sites/site-process.ts";

const MAX_MS = 2;
/** The system counts processor time in steps of ten milliseconds. */
const CALLS = 200;
const FULL = ["P21", "processor time of each public route", `${MAX_MS} ms`] as const;
const OTHERS = ["/", "/api/docs", "/api/docs/json", "/healthz", "/readyz"];

type Description = { paths: Record<string, Record<string, { security: unknown[] }>> };

/** Unknown parameters and empty bodies are the cheapest abuse. */
export const measurePublicRoutes: SiteMeasurement = async ({ url, pid }) => {
  if (cpuOf(pid) === undefined) return [notMeasured(...FULL, "needs Linux")];
  const { paths } = (await (await fetch(`${url}/api/docs/json`)).json()) as Description;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security.length > 0 ? [] : [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, "unknown") }],
    ),
  );
  const costs: { route: string; ms: number }[] = [];
  for (const { method, path } of [...OTHERS.map((path) => ({ method: "GET", path })), ...described])
    costs.push({ route: `${method} ${path}`, ms: await costOf(pid, () => call(`${url}${path}`, method)) });
  costs.sort((one, other) => other.ms - one.ms);
  for (const { route, ms } of costs) console.log(`  ${ms.toFixed(2)} ms  ${route}`);
  return [row(costs)];
};

async function call(url: string, method: string): Promise<void> {
  const json = { headers: { "content-type": "application/json" }, body: "{}" };
  const answer = await fetch(url, { method, redirect: "manual", ...(method !== "GET" && json) });
  await answer.arrayBuffer();
}

async function costOf(pid: number, work: () => Promise<void>): Promise<number> {
  for (let time = 0; time < CALLS / 10; time++) await work();
  const before = cpuOf(pid) ?? Number.NaN;
  for (let time = 0; time < CALLS; time++) await work();
  // Work that continues after the answers counts too.
  await setTimeout(50);
  return ((cpuOf(pid) ?? Number.NaN) - before) / CALLS;
}

function row(costs: readonly { route: string; ms: number }[]): Row {
  const [id, measure, must] = FULL;
  const over = costs.filter(({ ms }) => ms > MAX_MS).map(({ route, ms }) => `${route} ${ms.toFixed(1)} ms`);
  const [slowest] = costs;
  const got = over.length > 0 ? over.join(", ") : `${slowest?.ms.toFixed(2)} ms at most (${slowest?.route})`;
  return { id, measure, must, got, met: over.length === 0 };
}
