import { expect, test } from "vitest";
import { addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { databaseOf, startSite } from "#test/server.ts";

const RULES = "/api/users/rules";
const SELLER = { email: "seller@example.com", password: PASSWORD };

test("an admin closes registration and opens it again, at every site of the database, and existing accounts stay as they are", async () => {
  const site = await startSite();
  const other = await startSite({ env: databaseOf(site) });
  const dana = await addSignedIn(site);
  expect((await post(site, "/api/auth/register", SELLER)).statusCode).toBe(201);
  const rules = { registration: "open", exportRowsADay: 5_000, factorRequired: false, factorGraceDays: 14 };
  expect((await dana.call("GET", RULES)).json().rules).toEqual(rules);
  const closed = { ...rules, registration: "closed" };
  expect((await dana.call("PUT", RULES, { registration: "closed" })).json().rules).toEqual(closed);
  for (const email of ["new@example.com", SELLER.email]) {
    const answer = await post(other, "/api/auth/register", { ...SELLER, email });
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { success: false, code: "registration_closed" }]);
  }
  expect((await login(other, SELLER.email)).statusCode).toBe(200);
  await dana.call("PUT", RULES, {});
  await dana.call("PUT", RULES, { registration: "open" });
  expect((await post(other, "/api/auth/register", { ...SELLER, email: "new@example.com" })).statusCode).toBe(201);
  const history = await site.database.read
    .selectFrom("history")
    .select(["actor", "action", "detail"])
    .where("subject_kind", "=", "account rules")
    .orderBy("id")
    .execute();
  expect(history.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail ?? "").to])).toEqual([
    ["dana@example.com", "changed", "registration closed"],
    ["dana@example.com", "changed", "registration open"],
  ]);
  expect((await dana.call("PUT", RULES, { registration: "ajar" })).statusCode).toBe(400);
});

test("the sign-in pages learn whether the site can send mail, whether registration is open, and whom to ask", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const options = async (of = site) => (await of.app.inject("/api/auth/options")).json();
  expect(await options()).toEqual({
    success: true,
    mail: false,
    registration: "open",
    ask: expect.stringContaining("@"),
  });
  await dana.call("PUT", RULES, { registration: "closed" });
  const withMail = await startSite({ env: { ...databaseOf(site), SMTP_URL: "smtp://127.0.0.1:2525" } });
  expect(await options(withMail)).toMatchObject({ mail: true, registration: "closed" });
});
