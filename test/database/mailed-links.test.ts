// Links in e-mails go on where the site goes; tokens do not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, onTestFinished, test } from "vitest";
import { MAILED_LINKS } from "#app/mailed-links.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addSignedIn } from "../accounts.ts";
import { performHere, siteWithBackups } from "../programs/backups.ts";
import { endOf, runCommand } from "../programs/commands.ts";
import { saidAtStart } from "../programs/processes.ts";
import { bookMeeting, post } from "../requests.ts";
import { bookLead, sentOffer, viewOffer } from "../sent-offers.ts";
import { databaseEnvironment, databaseOf, emptyDatabaseEnvironment, startSite, type TestSite } from "../server.ts";
import { databaseOfRelease, RELEASES_FOLDER } from "./database-of-version.ts";

type Settings = Record<string, string>;

/** Every command is a process. */
const SLOW = { timeout: 180_000 };
const [FIRST, SECOND, THIRD] = ["first", "second", "third"].map(
  (name) => `the ${name} secret of tests, long enough`,
) as [string, string, string];
const OTHER_MEETING = { meetingTime: "11:00 AM", email: "ida@example.com", phone: "217 555 0188" };

test(
  "an encrypted backup carries mailed links to another secret, folder and engine, and no sign-in",
  SLOW,
  async () => {
    const { site, links, dana } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
    const sqlite = await moved(databaseOf(site), { ...sqliteEnvironment(), AUTH_SECRET: SECOND });
    const back = await moved(sqlite, { ...(await emptyDatabaseEnvironment()), AUTH_SECRET: THIRD });
    const restored = await siteLike(site, back);
    const twin = await siteLike(site, back);
    for (const one of [restored, twin]) await expectOpen(one, links);

    expect((await post(restored, "/api/auth/refresh", { refreshToken: dana.session.refreshToken })).statusCode).toBe(
      401,
    );
    // As if the session were there.
    const sessions = await site.database.read.selectFrom("sign_ins").selectAll().execute();
    await restored.database.transaction((trx) => trx.insertInto("sign_ins").values(sessions).execute());
    expect(await accountOf(restored, dana.session.accessToken)).toBe(401);
    expect((await addSignedIn(restored, { email: "new@example.com" })).session.accessToken).toBeTruthy();

    // What the new secret signs is no link here, and neither is what the secret between signed.
    for (const secret of [SECOND, THIRD]) expect(await lookUp(restored, forged(secret, links.id))).toBe(404);
    const later = await bookMeeting(restored, { ...OTHER_MEETING, meetingTime: "1:00 PM" });
    expect(await lookUp(twin, later.token)).toBe(200);
  },
);

test("a restore under the same secret ends sign-ins too", SLOW, async () => {
  const { site, links, dana } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
  const target = { ...(await emptyDatabaseEnvironment()), AUTH_SECRET: FIRST };
  const { said } = await restorePlain(databaseOf(site), target);
  expect(said).toContain("Links in e-mails sent before go on working.");
  const restored = await siteLike(site, target);
  await expectOpen(restored, links);
  const sessions = await site.database.read.selectFrom("sign_ins").selectAll().execute();
  await restored.database.transaction((trx) => trx.insertInto("sign_ins").values(sessions).execute());
  const { accessToken } = dana.session;
  expect(await accountOf(restored, accessToken)).toBe(401);
});

test(
  "a plain backup holds no key and no secret, and its restore says which links die and how they live",
  SLOW,
  async () => {
    const { site, links } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
    const moves = await moved(databaseOf(site), { ...(await emptyDatabaseEnvironment()), AUTH_SECRET: SECOND });
    const target = { ...(await emptyDatabaseEnvironment()), AUTH_SECRET: THIRD };
    const { file, said } = await restorePlain(moves, target);
    const text = gunzipSync(readFileSync(file)).toString();
    for (const secret of [FIRST, SECOND, ...MAILED_LINKS.map((purpose) => Buffer.from(keysOf(FIRST)(purpose)))])
      for (const encoding of ["utf8", "base64", "base64url", "hex"] as const)
        expect(text.includes(typeof secret === "string" ? secret : secret.toString(encoding))).toBe(false);

    expect(said).toContain("LINKS IN E-MAILS SENT BEFORE DO NOT WORK HERE");
    expect(said).toContain("set AUTH_SECRET to that site's");
    expect(await lookUp(await siteLike(site, target), links.manage)).toBe(404);
    // As the command says.
    await expectOpen(await siteLike(site, { ...target, AUTH_SECRET: SECOND }), links);
  },
);

test("neither a database nor what a nightly backup leaves beside it holds a key of links", SLOW, async () => {
  const { site } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
  const restored = await siteLike(site, await moved(databaseOf(site), { ...sqliteEnvironment(), AUTH_SECRET: SECOND }));
  const rows = JSON.stringify(await restored.database.read.selectFrom("link_keys").selectAll().execute());
  expect(rows).toContain("encrypted");
  for (const purpose of MAILED_LINKS) expect(rows).not.toContain(keysOf(FIRST)(purpose).toBase64());

  const nightly = await siteWithBackups();
  const keys = { "manage link": "a key that must not be readable" };
  await performHere(nightly, { links: { id: "of tests", keys } });
  const [name = ""] = nightly.files();
  expect(gunzipSync(readFileSync(join(nightly.folder, name))).toString()).not.toContain("must not be readable");
});

test("links of a site that was never restored go on after its upgrade", SLOW, async () => {
  const settings = await databaseOfRelease(join(RELEASES_FOLDER, "1.0.0.backup"));
  const site = await startSite({ env: { ...settings, AUTH_SECRET: FIRST } });
  const booking = await site.database.read
    .selectFrom("bookings")
    .select(["id", "created_at"])
    .where("status", "=", "Scheduled")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  site.clock.set(booking.created_at);
  expect(await lookUp(site, forged(FIRST, booking.id))).toBe(200);
  expect(await lookUp(site, forged(SECOND, booking.id))).toBe(404);
});

test(
  "a start under another secret than the one that keys were restored under says that links may end",
  SLOW,
  async () => {
    const { site, links } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
    const target = await moved(databaseOf(site), { ...sqliteEnvironment(), AUTH_SECRET: SECOND });
    expect(await lookUp(await siteLike(site, { ...target, AUTH_SECRET: THIRD }), links.manage)).toBe(404);
    expect(await saidAtStart({ ...target, AUTH_SECRET: THIRD })).toContain(
      "Links in e-mails sent before may not work: their keys were restored under another AUTH_SECRET. To keep them, set that one",
    );
    for (const env of [target, databaseOf(site)]) expect(await saidAtStart(env)).not.toContain("Links in e-mails");
  },
);

test("a damaged row of keys stops the start, and says so, instead of ending links silently", SLOW, async () => {
  const { site } = await siteWithLinks({ ...(await databaseEnvironment()), AUTH_SECRET: FIRST });
  const target = await moved(databaseOf(site), { ...sqliteEnvironment(), AUTH_SECRET: SECOND });
  const restored = await siteLike(site, target);
  await restored.database.transaction((trx) =>
    trx.updateTable("link_keys").set({ encrypted: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AA.AA.AA" }).execute(),
  );
  const words =
    "the row of link_keys, which holds the keys of mailed links, is damaged. Restore a backup, or delete the row: then " +
    "links in e-mails sent before the last restore end";
  await expect(siteLike(site, target)).rejects.toThrow(new ConfigError(words));
  expect((await endOf("backup", target, join(folder(), "no.backup"))).said).toBe(`${words}.\n`);
  await restored.database.transaction((trx) => trx.deleteFrom("link_keys").execute());
  await siteLike(site, target);
});

async function siteWithLinks(env: Settings) {
  const site = await startSite({ env: { ...env, RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  const { id, token } = await bookMeeting(site);
  const offer = await sentOffer(dana, await bookLead(site, OTHER_MEETING));
  return { site, dana, links: { id, manage: token, offer: offer.token } };
}

async function expectOpen(site: TestSite, { manage, offer }: { manage: string; offer: string }): Promise<void> {
  expect(await lookUp(site, manage)).toBe(200);
  expect((await viewOffer(site, offer)).statusCode).toBe(200);
}

async function accountOf(site: TestSite, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await site.app.inject({ url: "/api/bookings/stats", headers })).statusCode;
}

async function lookUp(site: TestSite, token: string): Promise<number> {
  return (await post(site, "/api/manage-meeting/look-up", { token })).statusCode;
}

function forged(secret: string, id: string): string {
  return createManageLinks(keysOf(secret), "").tokenOf(id);
}

/** Through an encrypted backup. Returns the settings of the target. */
async function moved(from: Settings, to: Settings): Promise<Settings> {
  const identity = await generateX25519Identity();
  const [file, keyFile] = [join(folder(), "moved.backup.age"), join(folder(), "key")];
  writeFileSync(keyFile, identity);
  await runCommand("backup", { ...from, BACKUP_RECIPIENT: await identityToRecipient(identity) }, file);
  const said = await runCommand("restore", to, file, "--identity", keyFile);
  expect(said).toContain("sent before go on working");
  expect(said).not.toContain("held");
  return to;
}

async function restorePlain(from: Settings, to: Settings) {
  const file = join(folder(), "plain.backup");
  await runCommand("backup", from, file);
  return { file, said: await runCommand("restore", to, file) };
}

async function siteLike(site: TestSite, env: Settings): Promise<TestSite> {
  return startSite({ env, now: site.clock.now().toISOString() });
}

function sqliteEnvironment(): Settings {
  return { DATA_DIR: folder(), DATABASE_URL: "" };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "site-links-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
