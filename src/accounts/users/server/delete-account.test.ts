import { expect, test } from "vitest";
import { addSignedIn, PASSWORD } from "#test/accounts.ts";
import { openMails, tidy } from "#test/privacy-requests.ts";
import { post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { updateUser } from "./accounts.ts";

const SELLER = "seller@example.com";
const OFF = { env: { RATE_LIMIT: "off" } };

async function everythingAbout(site: TestSite, email: string): Promise<string[]> {
  const { read } = site.database;
  const rows = [
    ...(await read.selectFrom("users").selectAll().execute()),
    ...(await read.selectFrom("account_links").selectAll().execute()),
    ...(await read.selectFrom("mails").selectAll().execute()),
    ...(await read.selectFrom("history").selectAll().execute()),
    ...(await openMails(site)),
  ];
  return rows.map((row) => JSON.stringify(row)).filter((row) => row.toLowerCase().includes(email));
}

async function siteWithSeller() {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  const { _id: id } = (await post(site, "/api/auth/register", { email: SELLER, password: PASSWORD })).json();
  await post(site, "/api/auth/forgot-password", { email: "Seller@example.com" });
  // Only then is a sign-in from a new browser mailed.
  await site.database.transaction((trx) => updateUser(trx, id, { confirmed_at: site.clock.now().toISOString() }));
  await post(site, "/api/auth/login", { email: SELLER, password: PASSWORD });
  expect((await openMails(site)).length).toBeGreaterThan(2);
  return { site, dana, id };
}

test("a deleted account leaves no mail, link or file with its address", async () => {
  const { site, dana, id } = await siteWithSeller();
  await dana.call("POST", "/api/users/invitations", { email: "marcus@example.com" });
  expect((await dana.call("DELETE", `/api/users/${id}`)).statusCode).toBe(200);
  expect(await everythingAbout(site, SELLER)).toEqual([]);
  expect(await everythingAbout(site, "marcus@example.com")).not.toEqual([]);
});

test("erasing a person takes the account, what was mailed about it, invitations, and addresses that were only typed", async () => {
  const { site, dana } = await siteWithSeller();
  await dana.call("POST", "/api/users/invitations", { email: "marcus@example.com" });
  await post(site, "/api/auth/forgot-password", { email: "Marcus@example.com" });
  await site.site.mail.sendDue();
  const exported = (await dana.call("POST", "/api/people/export", { email: SELLER })).json();
  const text = JSON.stringify(exported);
  expect(text).toContain("confirm-email");
  expect(text).not.toContain("token_hash");
  for (const email of [SELLER, "marcus@example.com"]) {
    const erased = await dana.call("POST", "/api/people/erasure", { email });
    expect(erased.statusCode, erased.body).toBe(200);
    expect(await everythingAbout(site, email)).toEqual([]);
  }
});

test("links that have ended stay for 30 days, so that an expired invitation can be sent again, and then go with their mails", async () => {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  await dana.call("POST", "/api/users/invitations", { email: "marcus@example.com" });
  await site.site.mail.sendDue();
  site.clock.advance(37 * 86_400);
  await tidy(site);
  expect((await everythingAbout(site, "marcus@example.com")).length).toBe(3);
  site.clock.advance(1);
  await tidy(site);
  expect(await everythingAbout(site, "marcus@example.com")).toEqual([]);
});
