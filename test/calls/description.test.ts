// The API's description is of use to programs: a linter and a generator of clients read it. Neither may use the network.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { KeyScope } from "#accounts/keys/key.ts";
import { addSignedIn } from "../accounts.ts";
import { startSite, type TestSite } from "../server.ts";

const PUBLIC = { env: { PUBLIC_URL: "https://homes.porchlight.test" } };
const ID = /^\w{26}$/;
const root = join(import.meta.dirname, "../..");
const client = join(root, "test/client");

test("it says where the site is, how each call is named, who may call, and what a refusal looks like", async () => {
  const { servers, paths, components } = (await (await startSite(PUBLIC)).app.inject("/api/docs/json")).json();
  expect(servers).toEqual([{ url: "https://homes.porchlight.test" }]);
  expect(paths["/api/leads/{id}/notes"].post.operationId).toBe("postApiLeadsIdNotes");
  expect(paths["/api/bookings"].post).toMatchObject({ security: [], description: "Needs no sign-in." });
  expect(paths["/api/bookings"].post.responses["4XX"]).toEqual({ $ref: "#/components/responses/refusal" });
  const { schema } = components.responses.refusal.content["application/json"];
  expect(schema.required).toEqual(["success", "message", "error", "code"]);
});

test("it passes the recommended rules of Redocly but for those that redocly.yaml names", async () => {
  const site = await startSite(PUBLIC);
  const { file, text } = await download(site);
  const worse = `${file}.worse.json`;
  await writeFile(worse, text.replace('"security":[],', "").replace('"postApiContact"', '"postApiBookings"'));
  const [found, foundInWorse] = await Promise.all([lint(file), lint(worse)]);
  expect(found).toEqual([]);
  expect(foundInWorse).toEqual(["operation-operationId-unique", "security-defined"]);
});

test("a client that openapi-typescript makes of it compiles, books, writes, adds a lead and reads the list", async () => {
  const site = await startSite(PUBLIC);
  const { file, folder } = await download(site);
  const generator = join(root, "node_modules/openapi-typescript/bin/cli.js");
  const api = await runOffline("--import", join(client, "with-typescript-6.ts"), generator, file);
  await writeFile(join(folder, "api.ts"), api.stdout);
  const settings = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { lib: ["esnext", "dom", "dom.iterable"], types: [], rootDirs: [client, folder] },
    files: [join(folder, "api.ts"), join(client, "client.ts")],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  expect(await run(join(root, "node_modules/typescript/bin/tsc"), "-p", folder)).toMatchObject({ stdout: "" });

  // Not a literal: only the compiler above has the types that the client imports.
  const { works } = await import(join(client, "client.ts"));
  const admin = await addSignedIn(site);
  const makeKey = async (scope: KeyScope) =>
    (await admin.call("POST", "/api/keys", { name: scope, scope, endsOn: "2026-12-31" })).json().token;
  const [key, vendorKey] = [await makeKey("read-leads"), await makeKey("add-leads")];
  const result = await works({ baseUrl: await site.app.listen({ port: 0, host: "127.0.0.1" }), key, vendorKey });
  expect(result).toEqual({
    booking: expect.stringMatching(ID),
    message: expect.stringContaining("Thank you"),
    refused: [
      { code: "invalid_input", message: "Message is required" },
      { code: "invalid_input", meetingTime: "Please choose a time" },
      { code: "invalid_input", stage: "Unknown stage" },
    ],
    lead: expect.stringMatching(ID),
    leads: expect.arrayContaining([
      { _id: result.lead, name: "Walter Okonkwo", stage: "New" },
      { _id: expect.stringMatching(ID), name: "Tomás Ahlgren", stage: "New" },
      { _id: expect.stringMatching(ID), name: "Renée O'Brien-Núñez", stage: "Meeting set" },
    ]),
  });
});

async function download({ app }: TestSite): Promise<{ folder: string; file: string; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), "description-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "description.json");
  const { body: text } = await app.inject("/api/docs/json");
  await writeFile(file, text);
  return { folder, file, text };
}

/** The rules that are broken. */
async function lint(file: string): Promise<string[]> {
  const rules = ["--config", join(root, "redocly.yaml"), "--format", "json"];
  const { stdout } = await runOffline(join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", file, ...rules);
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] };
  return problems.map(({ ruleId }) => ruleId).sort();
}

/** Node lets a program with permissions reach the network only if it is told to. */
const runOffline = (...words: string[]) => run("--permission", "--allow-fs-read=*", ...words);

/** The linter and the compiler end with a failure if they find something, which their output says. */
function run(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const settings = { maxBuffer: 2 ** 24, env: { ...process.env, REDOCLY_TELEMETRY: "off" } };
  return promisify(execFile)(process.execPath, words, settings).catch((failed) => failed);
}
