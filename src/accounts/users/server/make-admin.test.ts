import { expect, test } from "vitest";
import { addAccount, addSignedIn, login } from "#test/accounts.ts";
import { runCommand } from "#test/programs/commands.ts";
import { addApp, addPasskey } from "#test/second-factor/accounts.ts";
import { databaseEnvironment, startSite, type TestSite } from "#test/server.ts";
import { findUserByEmail } from "./accounts.ts";
import { makeAdmin, makeFirstAdmin } from "./make-admin.ts";

test("a new site gets one admin, whose generated password is printed once", async () => {
  const site = await startSite();
  const first = { email: "owner@example.com", password: undefined, now: site.clock.now() };
  const told = await Promise.all([1, 2, 3].map(() => makeFirstAdmin(site.database, first)));
  const password = told.find((text) => text !== undefined);
  expect(told.filter((text) => text !== undefined)).toHaveLength(1);
  expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  expect((await login(site, "owner@example.com", password)).json().role).toBe("admin");
  expect(await makeFirstAdmin(site.database, first)).toBeUndefined();
});

test("a password from the settings is used and never printed", async () => {
  const site = await startSite();
  const first = { email: "owner@example.com", password: "chosen by the owner", now: site.clock.now() };
  expect(await makeFirstAdmin(site.database, first)).toBeUndefined();
  expect((await login(site, "owner@example.com", "chosen by the owner")).statusCode).toBe(200);
});

test("a locked-out person becomes an active admin with a new password, and old sessions end", async () => {
  const site = await startSite();
  await addAccount(site, { email: "marcus@example.com", role: "user", isActive: false });
  const dana = await addSignedIn(site);
  for (const email of ["Marcus@example.com", "dana@example.com", "new@example.com"]) {
    const { password } = await makeAdmin(site.database, email, site.clock.now());
    expect((await login(site, email, password)).json()).toMatchObject({ role: "admin", isActive: true });
  }
  expect((await dana.call("GET", "/api/users")).statusCode).toBe(401);
});

test("the history keeps the first admin and what the command did to which account", async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  await makeFirstAdmin(site.database, { email: "owner@example.com", password: undefined, now: site.clock.now() });
  const marcus = await addAccount(site, { email: "marcus@example.com", role: "user", isActive: false });
  for (const email of ["marcus@example.com", "new@example.com", "new@example.com"]) {
    expect(await runCommand("admin", settings, email)).toContain(email);
  }
  const [owner, made] = await Promise.all(
    ["owner@example.com", "new@example.com"].map((email) => findUserByEmail(site.database.read, email)),
  );
  expect(await historyOf(site)).toEqual([
    { subject_id: owner?.id, action: "created", actor: "first start", detail: null },
    {
      subject_id: marcus.id,
      action: "role",
      actor: "npm run admin",
      detail: JSON.stringify({ from: "user", to: "admin" }),
    },
    { subject_id: marcus.id, action: "password", actor: "npm run admin", detail: null },
    { subject_id: marcus.id, action: "activated", actor: "npm run admin", detail: null },
    { subject_id: made?.id, action: "created", actor: "npm run admin", detail: null },
    { subject_id: made?.id, action: "password", actor: "npm run admin", detail: null },
  ]);
});

test("the command says what it removed, and nothing of what there was not", async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  const dana = await addSignedIn(site);
  await addApp(site, dana);
  await addPasskey(site, dana);
  await addPasskey(site, dana);
  const run = async (email: string) => (await runCommand("admin", settings, email)).trim();
  const ended = "dana@example.com is an active admin now. Its earlier password and its sign-ins have ended.";
  const shown = "Password, shown only this once: ";
  expect(await run("dana@example.com")).toContain(
    `${ended} Removed: authenticator app: 1, passkeys: 2, recovery codes: 10. ${shown}`,
  );
  expect(await run("dana@example.com")).toContain(`${ended} It had no second factor. ${shown}`);
  expect(await run("new@example.com")).toContain(
    `new@example.com is an active admin now. It is a new account. ${shown}`,
  );
});

async function historyOf({ database }: TestSite) {
  return database.read
    .selectFrom("history")
    .select(["subject_id", "action", "actor", "detail"])
    .where("subject_kind", "=", "account")
    .orderBy("id")
    .execute();
}
