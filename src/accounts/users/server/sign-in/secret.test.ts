import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { databaseEnvironment, startSite } from "#test/server.ts";

async function dataFolder() {
  const { DATA_DIR = "" } = await databaseEnvironment();
  return { env: { DATA_DIR, DATABASE_URL: "", AUTH_SECRET: "" }, file: join(DATA_DIR, "auth-secret") };
}

test("the start refuses a kept secret of fewer than 32 characters, and says how to get a new one and what that ends", async () => {
  const { env, file } = await dataFolder();
  for (const [text, reason] of [
    ["", "is empty"],
    [" \n\t\n", "is empty"],
    ["x".repeat(31), "holds fewer than 32 characters"],
    [`${"x".repeat(31)}${" ".repeat(40)}\n`, "holds fewer than 32 characters"],
  ] as const) {
    writeFileSync(file, text);
    await expect(startSite({ env }), JSON.stringify(text)).rejects.toThrow(
      `${file}, which keeps the secret behind tokens and links, ${reason}. Put the right one back, or remove it and the ` +
        "next start makes a new one. A new one ends the links to change a meeting in e-mails sent before; those who are " +
        "signed in stay signed in",
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  }
  writeFileSync(file, `${"x".repeat(32)}\n`);
  await startSite({ env });
});

test("the start reports a kept secret that is a folder", async () => {
  const { env, file } = await dataFolder();
  mkdirSync(file);
  await expect(startSite({ env })).rejects.toThrow(
    `${file}, which keeps the secret behind tokens and links, is a folder.`,
  );
});

test.skipIf(process.getuid?.() === 0)("the start says so where the kept secret may not be read", async () => {
  const { env, file } = await dataFolder();
  writeFileSync(file, "x".repeat(32));
  chmodSync(file, 0o000);
  await expect(startSite({ env })).rejects.toThrow("may not be read by this user");
});

test("AUTH_SECRET is refused for the same reason", async () => {
  for (const AUTH_SECRET of ["x".repeat(31), `${"x".repeat(20)}${" ".repeat(20)}`, " ".repeat(40)])
    await expect(startSite({ env: { AUTH_SECRET } })).rejects.toThrow(
      /^AUTH_SECRET must have at least 32 characters, .*openssl rand -base64 48 .*A new one ends the links/,
    );
});

test("with a new secret those who are signed in stay signed in", async () => {
  const env = await databaseEnvironment();
  const before = await startSite({ env: { ...env, AUTH_SECRET: "the-secret-of-yesterday-0123456789" } });
  const { session } = await addSignedIn(before);
  const { app } = await startSite({ env: { ...env, AUTH_SECRET: "another-secret-of-today-0123456789" } });
  const users = (token: string) => app.inject({ url: "/api/users", headers: { authorization: `Bearer ${token}` } });
  expect((await users(session.accessToken)).statusCode).toBe(401);
  const renewed = await post({ app }, "/api/auth/refresh", { refreshToken: session.refreshToken });
  expect((await users(renewed.json().data.accessToken)).statusCode).toBe(200);
});
