// Exports that are being sent: counted as they leave, and ended with the access of their caller.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { updateUser } from "#accounts/users/server/accounts.ts";
import { type NewAuditLogEntry, writeAuditLogEntries } from "#platform/server/audit-log.ts";
import { addSignedIn } from "#test/accounts.ts";
import { SOON } from "#test/programs/event-streams.ts";
import { startSite, type TestSite } from "#test/server.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

const PATH = "/api/audit-log/export/csv";
const BLOCK = 500;
/** More than the buffers of two sockets. */
const ENTRIES = 12_000;
const WORDS = "x".repeat(1_500);

test("a download that is broken off has counted what left, and no more", async () => {
  const { site, url, kim } = await startWithEntries(ENTRIES);
  const download = await open(url, kim);
  download.leave();
  await expect.poll(() => countConnections(site), SOON).toBe(0);
  await expect.poll(() => isQuiet(site), SOON).toBe(true);
  const rows = await rowsOf(site);
  expect(rows).toBeGreaterThanOrEqual(BLOCK);
  expect(rows).toBeLessThan(ENTRIES);
});

test("an export ends within a second once its caller lacks the duty, the role or the account, also for a slow reader", async () => {
  const { site, url, dana } = await startWithEntries(ENTRIES);
  const endings: Record<string, (id: string) => Promise<unknown>> = {
    duty: (id) => site.database.transaction((trx) => updateUser(trx, id, { duties: "run" })),
    account: (id) => dana.call("PATCH", `/api/users/${id}/toggle-active`),
    role: (id) => dana.call("PUT", `/api/users/${id}`, { role: "user" }),
  };
  for (const [name, end] of Object.entries(endings)) {
    const leaver = await addSignedIn(site, { email: `${name}@example.com`, duties: ["run", "sell", "take-out"] });
    const download = await open(url, leaver);
    await end(leaver.user.id);
    await expect.poll(() => countConnections(site), SOON).toBe(0);
    const { isWhole, rows } = await download.rest();
    expect(isWhole, name).toBe(false);
    expect(rows, name).toBeLessThan(ENTRIES);
  }
});

test("a token that ends while an export is sent does not end it", async () => {
  const { site, url, dana, kim } = await startWithEntries(ENTRIES);
  const whole = await open(url, kim);
  const leaver = await addSignedIn(site, { email: "leaver@example.com", duties: ["run", "sell", "take-out"] });
  await open(url, leaver);
  await dana.call("PATCH", `/api/users/${leaver.user.id}/toggle-active`);
  site.clock.advance(16 * 60);
  // Both are looked at in the same rhythm, and this one began later.
  await expect.poll(() => countConnections(site), SOON).toBe(1);
  expect(await whole.rest()).toMatchObject({ isWhole: true });
});

test("many exports at once let out no more than the figure and a block each; alone an export goes to its end", async () => {
  const { site, url, dana, kim } = await startWithEntries(4_000);
  await dana.call("PUT", "/api/users/rules", { exportRowsADay: 1_000 });
  site.clock.advance(11 * 60);
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => open(url, kim)));
  const taken = await Promise.all(opened.flatMap((one) => (one.status === "fulfilled" ? [one.value.rest()] : [])));
  const counted = await rowsOf(site);
  expect(taken.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(counted);
  // One that is ahead of all others may go on.
  expect(counted).toBeLessThan(4_100 + 1_000 + 8 * BLOCK);
  const alone = await addSignedIn(site, { email: "alone@example.com", duties: ["run", "sell", "take-out"] });
  expect(await (await open(url, alone)).rest()).toMatchObject({ isWhole: true });
});

async function startWithEntries(count: number) {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const dana = await addSignedIn(site);
  const kim = await addSignedIn(site, { email: "kim@example.com", duties: ["run", "sell", "take-out"] });
  const lines = Array.from(
    { length: count },
    (_, index): NewAuditLogEntry => ({
      subject: { kind: "lead", id: `lead-${index}` },
      actor: "kim@example.com",
      action: "changed",
      to: WORDS,
      now: site.clock.now(),
    }),
  );
  await site.database.transaction((trx) => writeAuditLogEntries(trx, lines));
  return { site, url, dana, kim };
}

/** Two parts are read, then nothing until it is asked for. */
async function open(url: string, { session }: Admin) {
  const request = get(`${url}${PATH}`, { headers: { authorization: `Bearer ${session.accessToken}` }, agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(String(answer.statusCode));
  const parts = answer[Symbol.asyncIterator]();
  let lines = 0;
  const read = async () => {
    const { value, done } = await parts.next();
    lines +=
      Buffer.from(value ?? "")
        .toString("latin1")
        .split("\r\n").length - 1;
    return !done;
  };
  await read();
  await read();
  return {
    leave: () => request.destroy(),
    /** Rows in all, and whether they were the end. */
    rest: async () => {
      const isWhole = await (async () => {
        while (await read());
      })().then(
        () => true,
        () => false,
      );
      return { isWhole, rows: lines - 1 };
    },
  };
}

function countConnections({ app }: TestSite): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}

async function rowsOf(site: TestSite): Promise<number> {
  const rows = await site.database.read.selectFrom("exports").select("row_count").execute();
  return rows.reduce((sum, { row_count }) => sum + row_count, 0);
}

/** The count stands still over many calls. */
async function isQuiet(site: TestSite): Promise<boolean> {
  const before = await rowsOf(site);
  for (let call = 0; call < 20; call++) await site.app.inject("/readyz");
  return (await rowsOf(site)) === before;
}
