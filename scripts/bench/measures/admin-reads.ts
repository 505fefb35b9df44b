// P8, P9 and P10 measure slots, the admin's lists and a search among many bookings.
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { PeopleList } from "#deals/privacy/person.ts";
import { addDays } from "#platform/dates.ts";
import { randomFrom } from "../../seed/random.ts";
import { compared, loadAlternately, NEEDS_WRK, WRK } from "../clients/wrk.ts";
import { type Measurement, median, notMeasured, percentile, type Row } from "../row.ts";
import { ENGINE, LARGE, type SeededSite, stopPostgres, withBookings } from "../sites/seeded.ts";
import { end, waitForOutput } from "../sites/site-process.ts";

type What = readonly [id: string, measure: string, must: string];

const ROUNDS = 3;
const SECONDS = 3;
const SMALL = 1_000;
const many = `${LARGE.toLocaleString("en-US")} bookings on ${ENGINE === "sqlite" ? "SQLite" : "PostgreSQL"}`;
const SLOTS: What = ["P8", `slots of a day, 8 connections, ${many}, against Fastify's constant`, "≥ 0.10"];
const GROWN: What = ["P8", `slots of a day, time at ${many} over that at ${SMALL.toLocaleString("en-US")}`, "≤ 1.5"];
/** The limits are p99 in milliseconds. */
const [LIST_MS, SEARCH_MS] = LARGE <= 100_000 ? [10, 10] : [50, 300];
const TOTAL_MS = 3_000;
/** What one looks at all day, at some 30,000 and 300,000 leads. */
const WORK_MS = LARGE <= 100_000 ? 20 : 40;
const page = (what: string, mostMs: number): What => [
  "P9",
  `${what}, 8 connections, ${many}, against Fastify's constant`,
  `p99 ≤ ${mostMs} ms`,
];
const search = (what: string, mostMs: number): What => ["P10", `admin search, ${what}, ${many}`, `p99 ≤ ${mostMs} ms`];

export const measureAdminReads: Measurement = async () => {
  try {
    return [...(await measureLoads()), ...(await withBookings(LARGE, measureSearch))];
  } finally {
    await stopPostgres();
  }
};

async function measureLoads(): Promise<Row[]> {
  const lists = listsOf(LARGE);
  const unmeasured: What[] = [
    SLOTS,
    GROWN,
    ...[...Object.keys(lists), PERSON].map((what) => page(what, mostMsOf(what))),
  ];
  if (!WRK) return unmeasured.map((row) => notMeasured(...row, NEEDS_WRK));
  const how = { connections: 8, seconds: SECONDS };
  return withConstant((reference) =>
    withBookings(SMALL, (small) =>
      withBookings(LARGE, async (large) => {
        const paths = slotPaths();
        const constant = { ...how, url: reference, paths: ["/"] };
        const loads = await loadAlternately(
          { constant, small: { ...how, ...small, paths }, large: { ...how, ...large, paths } },
          ROUNDS,
        );
        const slots = compared(loads.large, loads.constant);
        const grown = loads.small.rate / loads.large.rate;
        const rows: Row[] = [
          row(SLOTS, slots, slots.ratio >= 0.1),
          { ...named(GROWN), got: grown.toFixed(2), met: grown <= 1.5 },
        ];
        for (const [what, pages] of Object.entries({ ...lists, [PERSON]: await personPages(large) })) {
          const { ours, theirs } = await loadAlternately(
            { ours: { ...how, ...large, paths: pages }, theirs: constant },
            ROUNDS,
          );
          const result = compared(ours, theirs);
          const mostMs = mostMsOf(what);
          rows.push(row(page(what, mostMs), result, result.p99 <= mostMs));
        }
        return rows;
      }),
    ),
  );
}

function mostMsOf(what: string): number {
  return WORK.includes(what) ? WORK_MS : LIST_MS;
}

function listsOf(bookings: number): Record<string, string[]> {
  const random = randomFrom("pages");
  const any = (filter: string, share: number) =>
    Array.from({ length: 200 }, () => {
      const page = 1 + Math.floor((random() * bookings * share) / 10);
      return `/api/bookings/list?page=${page}${filter}`;
    });
  return {
    "admin list, first page": ["/api/bookings/list?page=1"],
    "admin list, any page": any("", 1),
    "admin list, last page": [`/api/bookings/list?page=${Math.ceil(bookings / 10)}`],
    "admin list, any page of a status": any("&status=Cancelled", 0.2),
    "admin list, any page of a status, meeting and property type": any(
      "&status=Completed&meetingType=In-Person%20Meeting&propertyType=Single%20Family",
      0.06,
    ),
    "list of people": ["/api/people/search"],
    "list of leads": ["/api/leads"],
    "the day": ["/api/day"],
    "board of stages": ["/api/leads/board"],
  };
}

const PERSON = "any person's page";
const WORK = ["list of leads", "the day", "board of stages", PERSON];
const PERSON_PAGES = 200;

async function personPages({ url, headers }: SeededSite): Promise<string[]> {
  const random = randomFrom("people");
  const listed = async (page: number) =>
    (await (await fetch(`${url}/api/people/search?page=${page}`, { headers })).json()) as PeopleList;
  const { totalPages } = (await listed(1)).pagination;
  const paths: string[] = [];
  while (paths.length < PERSON_PAGES) {
    const { people } = await listed(1 + Math.floor(random() * totalPages));
    paths.push(...people.map(({ _id }) => `/api/people/${_id}`));
  }
  return paths;
}

function slotPaths(): string[] {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: 28 }, (_, ahead) => `/api/bookings/available-slots?date=${addDays(today, ahead + 1)}`);
}

const RARE = [
  ..."james|smith|garcia|james smith|jürgen|nguyen|o'brien|wolfe|patel|beyonce|mary lee|yuki n|mcdonald|xyzzy".split(
    "|",
  ),
  ..."mar|kim|lee|ann|priya.patel|smith1234|james.sm|nakamura9|okonkwo@|.com|(312) 555|312555|4155550|4155550143|99.99".split(
    "|",
  ),
];
/** These searches are too short for the index. */
const SHORT = "a|e|ma|an|zz|12|7|@".split("|");
const COMMON = "made-up|made-up.example|555-01".split("|");
const SEARCH_ROUNDS = 10;

async function measureSearch(site: SeededSite): Promise<Row[]> {
  const of = async (what: string, mostMs: number, path: string, texts: readonly string[]) => {
    const paths = texts.map((text) => `${path}search=${encodeURIComponent(text)}`);
    const times = await timesOf(site, paths, SEARCH_ROUNDS);
    const p99 = percentile(times, 0.99);
    return row(search(what, mostMs), { p50: median(times), p99 }, p99 <= mostMs);
  };
  const whole = "/api/bookings/list?";
  const firstPage = "/api/bookings/list?total=later&";
  const total = "/api/bookings/list/total?";
  return [
    await of("names, parts of addresses and numbers, with total", SEARCH_MS, whole, RARE),
    await of("one or two characters, first page", SEARCH_MS, firstPage, SHORT),
    await of("texts in most bookings, first page", SEARCH_MS, firstPage, COMMON),
    await of("one or two characters, their total after it", TOTAL_MS, total, SHORT),
    await of("texts in most bookings, with total", TOTAL_MS, whole, COMMON),
  ];
}

export async function timesOf(
  { url, headers }: Pick<SeededSite, "url" | "headers">,
  paths: readonly string[],
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const path of paths) {
      const started = performance.now();
      const answer = await fetch(`${url}${path}`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      if (round > 0) times.push(performance.now() - started);
    }
  return times;
}

async function withConstant<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../sites/constant-server.ts")], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await waitForOutput(child, "The reference is at");
  try {
    return await work(/http:\S+/.exec(said)?.[0] ?? "");
  } finally {
    await end(child);
  }
}

function named([id, measure, must]: What) {
  return { id, measure, must };
}

function row(what: What, result: Partial<Row> & { ratio?: number; p99: number }, met: boolean): Row {
  const p99 = `p99 ${result.p99.toFixed(1)} ms`;
  return {
    ...named(what),
    got: result.ratio === undefined ? p99 : `${result.ratio.toFixed(2)}, ${p99}`,
    met,
    ...result,
  };
}
