import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashPassword } from "#platform/server/passwords.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { startSite } from "#test/server.ts";
import { makeFirstAdmin } from "../make-admin.ts";

const OFF = { env: { RATE_LIMIT: "off" } };
const COMMON =
  "This is one of the most common passwords. Please choose another, such as three words that you can remember";
const COMMON_WITH_MORE =
  "This is little more than one of the most common passwords. Please choose another, such as three words that you can remember";
const NAME =
  "This is little more than a name that others know. Please choose another, such as three words that you can remember";
const SPACES = "A password cannot be made of spaces alone";

/** Tries a password in every place where one can be chosen; returns the reasons of refusal. */
async function everywhere() {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  let count = 0;
  const fresh = (email: string) => email.replace("@", `@x${count++}.`);
  return async (password: string, email = "marcus.okafor@example.com"): Promise<(string | undefined)[]> => {
    const register = (address: string) => post(site, "/api/auth/register", { email: address, password });
    const user = await addAccount(site, { email: fresh(email), role: "user" });
    const answers = [
      await register(fresh(email)),
      await dana.call("POST", "/api/users", { email: fresh(email), password }),
      await dana.call("PUT", `/api/users/${user.id}`, { password }),
      await dana.call("PUT", `/api/users/${user.id}`, { email: fresh(email), password }),
    ];
    return answers.map((answer) => {
      expect([200, 201, 400]).toContain(answer.statusCode);
      const { code, message, fields } = answer.json();
      if (answer.statusCode !== 400) return undefined;
      expect({ code, fields }).toEqual({ code: "invalid_input", fields: { password: expect.any(String) } });
      expect(message).toBeTruthy();
      return fields.password;
    });
  };
}

const four = (reason: string | undefined) => [reason, reason, reason, reason];

test("the most common passwords are refused wherever one is set, however they are written", async () => {
  const reasons = await everywhere();
  const common = ["password", "12345678", "PassWord1", "iloveyou", "qwertyuiop", "TRUSTNO1", "11111111", "1q2w3e4r"];
  for (const password of [...common, "pássword1", "ｐａｓｓｗｏｒｄ", " password ", "p@ssw0rd", "1234567890"])
    expect(await reasons(password), password).toEqual(four(COMMON));
});

test("digits and signs before or behind make a common password no better", async () => {
  const reasons = await everywhere();
  const around = ["password1234", "1984password", "!!PassWord2026!!", "Dragon1234!", "12345678!", "-1234567899-"];
  const unicode = [
    "ｐａｓｓｗｏｒｄ１２３４",
    "password١٢٣٤",
    "pass\u200bword1234",
    "«pássword»—½",
    "password🔑🔑",
    "①②password",
  ];
  for (const password of [...around, ...unicode, "P@ssw0rd1234", "iloveyou   2026", `password${"7".repeat(120)}`])
    expect(await reasons(password), password).toEqual(four(COMMON_WITH_MORE));
});

test("ten thousand of them are known, every one that the length lets pass", async () => {
  const list = readFileSync(
    new URL("../../../../platform/server/new-passwords/common-passwords.txt", import.meta.url),
    "utf8",
  );
  const lines = list.trimEnd().split("\n");
  expect(new Set(lines).size).toBe(10_000);
  expect(lines.filter((line) => line.length < 8 || line !== line.toLowerCase())).toEqual([]);
  const site = await startSite(OFF);
  for (const password of [lines.at(0), lines.at(4_999), lines.at(-1)]) {
    const payload = { email: "seller@example.com", password };
    const answer = await post(site, "/api/auth/register", payload);
    expect(answer.json().fields).toEqual({ password: COMMON });
  }
});

test("the company's name and the account's own with digits, signs and case changed are refused", async () => {
  const reasons = await everywhere();
  const company = [
    "Porchlight",
    "porchlight2026!",
    "P0rchl1ght!!",
    "PORCH-light-1",
    "2026porchlight",
    "p.o.r.c.h.l.i.g.h.t",
  ];
  const more = ["PorchlightHomeBuyers", "porchlight home buyers 1", "porchlight.example", "hello@porchlight.example"];
  for (const password of [...company, ...more, "porchlightporchlight", "Pörchlight1"])
    expect(await reasons(password), password).toEqual(four(NAME));
  const own = ["marcus.okafor", "MarcusOkafor1", "okafor1984", "M4rcu5-2026", "marcus&porchlight", "0kafor,Marcu5"];
  for (const password of own) expect(await reasons(password), password).toEqual(four(NAME));
  expect(await reasons("jo-84-73-62", "jo@example.com")).toEqual(four(NAME));
  expect(await reasons("2175-550-142", "2175550142@example.com")).toEqual(four(NAME));
  expect(await reasons("ＲＥＮÉＥ１２３", "renée@example.com")).toEqual(four(NAME));
  expect(await reasons("李雷123456", "李雷@example.com")).toEqual(four(NAME));
});

test("an account's whole address is refused as its password", async () => {
  const site = await startSite(OFF);
  for (const password of ["Seller@Example.com", "seller@example.com1", "seller example com"]) {
    const payload = { email: "seller@example.com", password };
    const answer = await post(site, "/api/auth/register", payload);
    expect(answer.json().fields, password).toEqual({ password: NAME });
  }
});

test("white space alone is refused, spaces around and between are not", async () => {
  const reasons = await everywhere();
  for (const password of [" ".repeat(8), "\t \u00a0\u2003 \u3000  ", "\u200b\u200d\ufeff     "])
    expect(await reasons(password), JSON.stringify(password)).toEqual(four(SPACES));
  expect(await reasons("  two words  ")).toEqual(four(undefined));
});

test("a longer password that contains such a name or word is accepted, and so are uncommon digits", async () => {
  const reasons = await everywhere();
  const fine = [
    "porchlight tiger",
    "marcus loves tea",
    "password of dana",
    "mar cus oka",
    "84736251",
    "password1234 of dana",
    "grass-1234-word",
    "a1b2c3d4e5f6",
    "🔑".repeat(8),
  ];
  for (const password of [...fine, PASSWORD, "home buyers 2026"])
    expect(await reasons(password), password).toEqual(four(undefined));
});

test("the longest password against the oddest address is judged at once", async () => {
  const reasons = await everywhere();
  const started = process.cpuUsage();
  for (const password of ["0".repeat(127).concat("x"), "o0".repeat(64), `${"o".repeat(127)}x`])
    await reasons(password, `${"o".repeat(60)}.${"o0".repeat(30)}.${"ooo.".repeat(20)}o@example.com`);
  // Mostly twelve hashes of about 30 ms each.
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(10_000);
});

test("a common password that an account has already keeps signing it in, and its other values can be changed", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const user = await addAccount(site, { email: "marcus@example.com" });
  const password_hash = await hashPassword("password1");
  await site.database.transaction((trx) =>
    trx.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute(),
  );
  expect((await login(site, "marcus@example.com", "password1")).statusCode).toBe(200);
  const kept = await dana.call("PUT", `/api/users/${user.id}`, { role: "user", password: "" });
  expect(kept.statusCode).toBe(200);
  expect((await login(site, "marcus@example.com", "password1")).statusCode).toBe(200);
});

test("ADMIN_PASSWORD has to meet the same rules for the first admin, and is ignored once there is one", async () => {
  const site = await startSite();
  const first = (password: string) =>
    makeFirstAdmin(site.database, { email: "owner@example.com", password, now: site.clock.now() });
  await expect(first("password1")).rejects.toThrow(`ADMIN_PASSWORD: ${COMMON}`);
  await expect(first("Porchlight1")).rejects.toThrow(`ADMIN_PASSWORD: ${NAME}`);
  await expect(first("owner2026")).rejects.toThrow(`ADMIN_PASSWORD: ${NAME}`);
  await expect(first(" ".repeat(8))).rejects.toThrow(`ADMIN_PASSWORD: ${SPACES}`);
  expect(await site.database.read.selectFrom("users").select("id").execute()).toEqual([]);
  await first("chosen by the owner");
  expect(await first("password1")).toBeUndefined();
});
