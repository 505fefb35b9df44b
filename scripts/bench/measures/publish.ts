// P26 measures how long an admin waits for a publication of a site with many pages.
import { townPage } from "#test/pages/own-pages.ts";
import { type Measurement, median, type Row } from "../row.ts";
import { pagePublisher } from "../sites/own-pages.ts";
import { ADMIN_SETTINGS } from "../sites/seeded.ts";
import { withSite } from "../sites/site-process.ts";

const ROUNDS = 5;
const SIZES = [
  { pages: 20, maxMs: 1_200 },
  { pages: 60, maxMs: 2_000 },
];

export const measurePublish: Measurement = async () => {
  const rows: Row[] = [];
  for (const { pages, maxMs } of SIZES) {
    const times = await withSite((url) => publishOften(url, pages), { env: ADMIN_SETTINGS });
    const got = median(times);
    const measure = `publication of two changed pages among ${pages}, median of ${ROUNDS}`;
    rows.push({ id: "P26", measure, must: `≤ ${maxMs} ms`, got: `${got.toFixed(0)} ms`, met: got <= maxMs, p50: got });
  }
  return rows;
};

/** The first publication, which draws every share picture, does not count. */
async function publishOften(url: string, count: number): Promise<number[]> {
  const publish = await pagePublisher(url);
  const towns = Array.from({ length: count }, (_, at) => townPage(`Town${at}`));
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const pages = towns.map((page, at) => (at === round ? { ...page, pageTitle: `Houses of Town${at}` } : page));
    const ms = await publish(() => pages);
    if (round > 0) times.push(ms);
  }
  return times;
}
