import { expect, test } from "vitest";
import { addAccount, PASSWORD } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

async function signIn(site: TestSite, cookie?: string) {
  const answer = await post(
    site,
    "/api/auth/login",
    { email: "dana@example.com", password: PASSWORD },
    { headers: { "user-agent": CHROME, ...(cookie && { cookie }) } },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return String([answer.headers["set-cookie"] ?? ""].flat().find((one) => one.startsWith("browser=")));
}

const notices = async (site: TestSite) =>
  (await site.database.read.selectFrom("mails").select("detail").where("kind", "=", "account-notice").execute()).map(
    ({ detail }) => JSON.parse(detail),
  );

test("a browser is marked by a cookie that no script reads and no other site sends, and is known from then on", async () => {
  const site = await startSite({ env: { PUBLIC_URL: "https://homes.example" } });
  await addAccount(site);
  const cookie = await signIn(site);
  expect(cookie).toMatch(/^browser=[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/);
  const [mark = ""] = cookie.split(";");
  expect(await signIn(site, mark)).toContain(mark);
  expect(await notices(site)).toEqual([]);
  const [row] = await site.database.read.selectFrom("sign_ins").selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(mark.slice("browser=".length));
});

test("a sign-in from a browser that the account never used is mailed to it, five times a day at most", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  await addAccount(site);
  await signIn(site);
  for (const cookie of ["browser=forged", "browser=", undefined, undefined, undefined, undefined, undefined]) {
    site.clock.advance(60);
    await signIn(site, cookie);
  }
  const mailed = await notices(site);
  expect(mailed).toHaveLength(5);
  expect(mailed[0]).toEqual({ what: "new-browser", words: "Chrome on Windows", at: expect.any(String) });
});

test("however many browsers an account is signed in from, the last hundred are remembered", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  await addAccount(site);
  const [mark = ""] = (await signIn(site)).split(";");
  const { user_id } = await site.database.read.selectFrom("known_browsers").select("user_id").executeTakeFirstOrThrow();
  const old = "2020-01-01T00:00:00.000Z";
  const others = Array.from({ length: 150 }, (_, n) => `${n}`);
  await site.database.transaction((trx) =>
    trx
      .insertInto("known_browsers")
      .values(
        others.map((browser_hash) => ({
          user_id,
          browser_hash,
          first_seen_at: old,
          last_seen_at: site.clock.now().toISOString(),
        })),
      )
      .execute(),
  );
  site.clock.advance(60);
  expect(await signIn(site, mark)).toContain(mark);
  await signIn(site);
  const hashes = await site.database.read.selectFrom("known_browsers").select("browser_hash").execute();
  expect(hashes).toHaveLength(100);
  expect(await signIn(site, mark)).toContain(mark);
  expect(await notices(site)).toHaveLength(1);
});
