// P7: a thousand slots with eight simultaneous visitors each must give exactly a thousand bookings, even if one of two processes is
// killed.
import { randomUUID } from "node:crypto";
import { currentFacts } from "#company/facts/facts.ts";
import { siteBookingRules, timesOf } from "#inquiries/bookings/slots.ts";
import { addDays, formatTime, wallClock } from "#platform/dates.ts";
import { newBooking } from "#test/people.ts";
import { startPostgres } from "#test/programs/postgres.ts";
import { countBookings } from "#test/stored-bookings.ts";
import { type Call, KeptConnection } from "../clients/load.ts";
import type { Measurement, Row } from "../row.ts";
import { farHorizon } from "../sites/far-horizon.ts";
import { type SiteProcess, startSite, withFolder } from "../sites/site-process.ts";

const SLOTS = 1_000;
const VISITORS = 8;
const CONNECTIONS = 256;
const MUST = `exactly ${SLOTS.toLocaleString("en-US")}`;

export const measureRush: Measurement = async () => {
  const rows: Row[] = [];
  for (const engine of ["SQLite", "PostgreSQL"] as const)
    for (const isKilled of [false, true]) rows.push(await rush(engine, isKilled));
  return rows;
};

async function rush(engine: "SQLite" | "PostgreSQL", isKilled: boolean): Promise<Row> {
  return withFolder(async (folder) => {
    const server = engine === "PostgreSQL" ? await startPostgres({ durable: true }) : undefined;
    const env = { DATA_DIR: folder, ...(server && { DATABASE_URL: server.url("postgres") }) };
    const start = () => startSite({ env, server: farHorizon() });
    const sites = [await start()];
    if (isKilled) sites.push(await start());
    try {
      const { answers, seconds } = await sendAll(sites, isKilled);
      const { bookings, slots } = await countBookings(env);
      const taken = answers.get(201) ?? 0;
      const refused = answers.get(409) ?? 0;
      return {
        id: "P7",
        measure: `1,000 slots × 8 visitors, ${engine}${isKilled ? ", two processes, one killed" : ""}`,
        must: MUST,
        got: `${bookings} booked, ${taken} confirmed, ${refused} refused`,
        met: bookings === SLOTS && slots === SLOTS && taken === SLOTS && refused === SLOTS * (VISITORS - 1),
        measured: `${seconds.toFixed(1)} s`,
      };
    } finally {
      for (const site of sites) await site.end();
      await server?.stop();
    }
  });
}

async function sendAll(sites: readonly SiteProcess[], isKilled: boolean) {
  const answers = new Map<number, number>();
  const [survivor, doomed] = sites;
  const calls = visitors();
  const half = (SLOTS * VISITORS) / 2;
  let answered = 0;
  const started = performance.now();
  const work = async (_: unknown, index: number) => {
    let site = sites[index % sites.length] ?? sites[0];
    let connection = await KeptConnection.open(site?.url ?? "");
    for (let call = calls.pop(); call; call = calls.pop()) {
      const answer = await connection.send(call).catch(async () => {
        site = survivor;
        connection = await KeptConnection.open(site?.url ?? "");
        return connection.send(call as Call);
      });
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      answered += 1;
      if (isKilled && answered === half) void doomed?.end("SIGKILL");
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { answers, seconds: (performance.now() - started) / 1000 };
}

/** The eight requests for one slot follow each other directly, so that they run in parallel. */
function visitors(): Call[] {
  const today = wallClock(new Date(), currentFacts().timeZone).day;
  const calls: Call[] = [];
  for (let ahead = 3; calls.length < SLOTS * VISITORS; ahead += 1) {
    const day = addDays(today, ahead);
    for (const time of timesOf(siteBookingRules(currentFacts()), day))
      for (let visitor = 0; visitor < VISITORS && calls.length < SLOTS * VISITORS; visitor += 1) {
        const email = `visitor${visitor}.${day}.${time.replace(":", "")}@example.com`;
        const booking = newBooking({ meetingDate: day, meetingTime: formatTime(time), email });
        const headers = { "idempotency-key": randomUUID() };
        calls.push({ method: "POST", path: "/api/bookings", headers, body: JSON.stringify(booking) });
      }
  }
  return calls;
}
