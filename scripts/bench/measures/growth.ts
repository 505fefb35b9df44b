import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "#platform/dates.ts";
import { options } from "../arguments.ts";
import { type Measurement, median, type Row } from "../row.ts";
import { LARGE, type SeededSite, stopPostgres, withBookings } from "../sites/seeded.ts";
import { timesOf } from "./admin-reads.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= LARGE);
const ROUNDS = 20;
const FILE = join(import.meta.dirname, "../../../docs/pictures/growth.svg");

const REQUESTS: Record<string, (bookings: number) => string[]> = {
  "slots of a day": () => {
    const today = new Date().toISOString().slice(0, 10);
    return Array.from({ length: 10 }, (_, ahead) => `/api/bookings/available-slots?date=${addDays(today, ahead + 1)}`);
  },
  "counts of all": () => ["/api/bookings/stats"],
  "list, first page": () => ["/api/bookings/list"],
  "list, page in the middle": (bookings) => [`/api/bookings/list?page=${bookings / 20}`],
  "search for a name": () => ["james", "o'brien", "james smith", "priya.patel"].map(searchPath),
  "search for one letter": () => [`${searchPath("a")}&total=later`],
  "search for one letter, total": () => ["/api/bookings/list/total?search=a"],
};

export const measureGrowth: Measurement = async () => {
  const times: Record<string, number[]> = {};
  for (const size of SIZES)
    await withBookings(size, async (site: SeededSite) => {
      for (const [what, paths] of Object.entries(REQUESTS))
        times[what] = [...(times[what] ?? []), median(await timesOf(site, paths(size), ROUNDS))];
    });
  await stopPostgres();
  if (options.accept) writeFileSync(FILE, plot(times));
  return Object.entries(times).map(
    ([what, figures]): Row => ({
      id: what.startsWith("search") ? "P10" : what.startsWith("list") ? "P9" : "P8",
      measure: `ms at ${SIZES.map((size) => size.toLocaleString("en-US")).join(", ")} bookings: ${what}`,
      must: "–",
      got: figures.map((ms) => ms.toFixed(1)).join(", "),
      met: true,
    }),
  );
};

function searchPath(text: string): string {
  return `/api/bookings/list?search=${encodeURIComponent(text)}`;
}

const WIDTH = 820;
const HEIGHT = 420;
const LEFT = 60;
const RIGHT = 610;
const TOP = 20;
const BOTTOM = 370;
const MIN_MS = 0.1;
const MAX_MS = 1_000;
const COLOURS = ["#1b6ca8", "#2f855a", "#b7791f", "#c05621", "#805ad5", "#97266d", "#4a5568"];

/** The background is white, because the picture is also shown on dark pages. */
function plot(times: Record<string, number[]>): string {
  const x = (index: number) => LEFT + ((RIGHT - LEFT) * index) / Math.max(1, SIZES.length - 1);
  const y = (ms: number) =>
    BOTTOM - ((BOTTOM - TOP) * Math.log10(Math.max(ms, MIN_MS) / MIN_MS)) / Math.log10(MAX_MS / MIN_MS);
  const across = [0.1, 1, 10, 100, 1_000].map(
    (ms) => `<path d="M${LEFT} ${y(ms)}H${RIGHT}" stroke="#ddd"/>
  <text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const below = SIZES.map(
    (size, index) =>
      `<text x="${x(index)}" y="${BOTTOM + 20}" text-anchor="middle">${size.toLocaleString("en-US")}</text>`,
  );
  const lines = Object.entries(times).map(([, figures], line) => {
    const points = figures.map((ms, index) => `${x(index)},${y(ms).toFixed(1)}`).join(" ");
    return `<polyline points="${points}" fill="none" stroke="${COLOURS[line]}" stroke-width="2"/>`;
  });
  let lowest = TOP - 16;
  const names = Object.entries(times)
    .map(([what, figures], line) => ({ what, line, ms: figures.at(-1) ?? MIN_MS }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ what, line, ms }) => {
      lowest = Math.max(y(ms) + 4, lowest + 16);
      return `<text x="${RIGHT + 8}" y="${lowest}" fill="${COLOURS[line]}">${what}, ${ms.toFixed(1)} ms</text>`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
  <title>Milliseconds of a request by the number of bookings</title>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
  ${[...across, ...below].join("\n  ")}
  <text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 40}" text-anchor="middle">bookings in the database</text>
  ${[...lines, ...names].join("\n  ")}
</svg>
`;
}
