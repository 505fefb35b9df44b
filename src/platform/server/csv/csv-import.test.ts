import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { makeAdmin } from "#accounts/users/server/make-admin.ts";
import { readConfig } from "#app/config.ts";
import { IMPORT_LIMITS, type ImportReport } from "#platform/csv-import.ts";
import { drill } from "#test/drill.ts";
import { filledWith, IMPORT_HEADING, rightRows, wrongRows } from "#test/import-files.ts";
import { type SiteProcess, startProcess } from "#test/programs/processes.ts";
import { post } from "#test/programs/requests.ts";
import { databaseEnvironment } from "#test/server.ts";
import { openDatabase } from "../database/database.ts";

const SLOW = { timeout: 120_000 };
const DANA = "dana@example.com";
const READS_BEFORE = 20;

drill("while a file of 8 MB is checked, and while it is imported, others are answered", SLOW, async () => {
  const { site, token } = await siteWithAdmin();
  for (const file of [filledWith("\n"), wrongRows(), rightRows(IMPORT_LIMITS.rows)])
    expect((await importWhileOthersRead(site, { file, mode: "check", token })).reads).toBeGreaterThan(5);
  const { reads, body } = await importWhileOthersRead(site, { file: rightRows(500), mode: "import", token });
  expect(reads).toBeGreaterThan(5);
  expect(body).toMatchObject({ report: { made: 500 } });
});

drill("a file of 8 MB that is no table is refused where that shows, with the line", SLOW, async () => {
  const { site, token } = await siteWithAdmin();
  const wide = "Line 1 of the file: This line has more than 1,000 cells, so that the rest cannot be read.";
  const long =
    "Line 1 of the file: This record is longer than 100,000 characters, perhaps because a quotation mark is never closed, so that the rest cannot be read.";
  for (const [unit, message] of [
    [",", wide],
    ["a,", wide],
    ['"a";', wide],
    ['"', long],
    ["é", long],
  ] as const) {
    const file = filledWith(unit);
    expect(await importWhileOthersRead(site, { file, mode: "check", token })).toMatchObject({ body: { message } });
  }
  for (const [unit, reason] of [
    [",", /^This line has more than 1,000 cells/],
    ['"', /^This record is longer than 100,000 characters/],
  ] as const) {
    const file = filledWith(unit, IMPORT_HEADING);
    const { body } = await importWhileOthersRead(site, { file, mode: "check", token });
    const problems = [{ line: 2, column: null, reason: expect.stringMatching(reason) }];
    expect(body).toMatchObject({ report: { rows: 0, wrongLines: 1, problems } });
  }
});

test("of more than a thousand problems the first are named, and all wrong lines counted", SLOW, async () => {
  const { site, token } = await siteWithAdmin();
  const { body } = await importWhileOthersRead(site, { file: wrongRows(), mode: "import", token });
  expect(body).toMatchObject({ code: "invalid_input", report: { rows: 10_000, wrongLines: 10_000, made: 0 } });
  expect(body.report?.problems).toHaveLength(IMPORT_LIMITS.problems);
  expect(body.report?.problems[0]).toMatchObject({ line: 2 });
});

async function siteWithAdmin(): Promise<{ site: SiteProcess; token: string }> {
  const settings = await databaseEnvironment();
  const site = await startProcess(settings);
  const database = await openDatabase({ ...readConfig(settings), onConnectionError: () => {} });
  const { password } = await makeAdmin(database, DANA, new Date());
  await database.close();
  const answer = await post(`${site.url}/api/auth/login`, { email: DANA, password });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { site, token: accessToken };
}

type Import = { file: string; mode: "check" | "import"; token: string };

/** Counts sequential reads from the last byte of the upload until its answer. */
async function importWhileOthersRead(site: SiteProcess, { file, mode, token }: Import) {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "text/csv",
    "content-length": Buffer.byteLength(file),
  };
  const sent = request(`${site.url}/api/bookings/import?mode=${mode}`, { method: "POST", headers });
  const bytes = Buffer.from(file);
  await new Promise((resolve) => sent.write(bytes.subarray(0, -1), resolve));
  for (let reads = 0; reads < READS_BEFORE; reads++) await read(site);
  let answer: Answer | undefined;
  void answerTo(sent).then((body) => {
    answer = body;
  });
  sent.end(bytes.subarray(-1));
  let reads = -1;
  for (; !answer; reads++) await read(site);
  return { reads, body: answer };
}

type Answer = { message: string; report?: ImportReport };

async function answerTo(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return (await json(answer)) as Answer;
}

async function read(site: SiteProcess): Promise<void> {
  const answer = await fetch(`${site.url}/api/bookings/available-slots?date=2030-01-07`);
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}
