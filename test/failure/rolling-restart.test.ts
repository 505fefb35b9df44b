// Two processes on one PostgreSQL behind the documented nginx, restarted one after the other under load.
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isDrill } from "../drill.ts";
import { startNginx } from "../programs/nginx.ts";
import { freePort } from "../programs/postgres.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { freeSlots } from "../programs/requests.ts";
import { databaseEnvironment } from "../server.ts";
import { countBookings } from "../stored-bookings.ts";
import { Visits } from "./visits.ts";

const SLOW = { timeout: 300_000 };
const ROUNDS = 5;
const VISITORS = 6;
const MAX_CALL_MS = 10_000;

test.runIf(isDrill && process.env.TEST_ENGINE === "postgres").for(["SIGTERM", "SIGKILL"] as const)(
  "two processes restarted one after the other under load, by %s: callers that repeat see no error, nothing is lost or doubled",
  SLOW,
  async (signal, { skip }) => {
    const settings = await databaseEnvironment();
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startProcess({ ...settings, SITE_PORT: String(port), TRUST_PROXY: "127.0.0.1" });
    const sites = [await start(ports[0]), await start(ports[1])] as [SiteProcess, SiteProcess];
    const { url: proxy } = (await startNginx(ports)) ?? skip("nginx is not installed: apt-get install nginx");
    const visits = new Visits([proxy], await freeSlots(sites[0], 1200), MAX_CALL_MS);
    const visitors = Array.from({ length: VISITORS }, () => visits.goOn());

    for (let round = 0; round < ROUNDS; round++)
      for (const index of [0, 1] as const) {
        await visits.more(10);
        if (signal === "SIGTERM") await stopInOrder(sites[index]);
        else await sites[index].end(signal);
        await visits.more(10);
        sites[index] = await start(ports[index]);
        expect((await fetch(`${sites[index].url}/readyz`)).status).toBe(200);
      }
    await visits.more(10);
    visits.isOver = true;
    await Promise.all(visitors);

    expect(visits.failures).toEqual([]);
    expect(visits.slowestMs).toBeLessThan(MAX_CALL_MS);
    expect(await countBookings(settings)).toEqual({ bookings: visits.booked, slots: visits.booked });
  },
);

/** Stops a process, which then accepts no connections. Requests it is already reading get an answer. */
async function stopInOrder(site: SiteProcess): Promise<void> {
  const port = Number(new URL(site.url).port);
  const question = connect(port, "127.0.0.1");
  onTestFinished(() => void question.destroy());
  await once(question, "connect");
  question.write("GET /readyz HTTP/1.1\r\n");
  // The process has read the line above when it answers this.
  await fetch(`${site.url}/healthz`);
  const exited = once(site.process, "exit");
  site.process.kill("SIGTERM");
  await expect.poll(() => takesConnections(port), { timeout: 10_000, interval: 5 }).toBe(false);
  question.write("Host: localhost\r\n\r\n");
  expect(await text(question)).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
  expect(await exited).toEqual([0, null]);
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
