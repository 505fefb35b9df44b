import { expect, onTestFinished, test } from "vitest";
import type { Role, User } from "#accounts/users/user.ts";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { searchableText } from "#platform/search.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate, migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { newId } from "#platform/server/ids.ts";
import { addAccount, addSignedIn } from "#test/accounts.ts";
import { FIRST_RELEASE } from "#test/database/database-of-version.ts";
import { emptyDatabaseEnvironment, FRIDAY_MORNING, startSite, type TestSite } from "#test/server.ts";
import { countUsers, listUsers } from "./accounts.ts";
import type { UserRow } from "./table.ts";

type Made = { email: string; role?: Role; isActive?: boolean };

/** Accounts without a usable password, each a second newer than the one before. */
function rowsOf(accounts: readonly Made[], now: Date): UserRow[] {
  const start = now.getTime() - 1000 * accounts.length;
  return accounts.map(({ email, role = "user", isActive = true }, index): UserRow => {
    const at = new Date(start + 1000 * index).toISOString();
    const key = email.toLowerCase();
    return {
      id: newId(),
      email,
      email_key: key,
      search_text: searchableText(email),
      password_hash: "none",
      role,
      duties: "",
      own_leads_only: 0,
      deactivated_at: isActive ? null : at,
      last_login_at: null,
      name: "",
      video_link: null,
      confirmed_at: null,
      email_confirmed_at: null,
      used_at: null,
      created_at: at,
      updated_at: at,
    };
  });
}

async function addRows(site: TestSite, accounts: readonly Made[]): Promise<void> {
  const rows = rowsOf(accounts, site.clock.now());
  await site.database.transaction(async (trx) => {
    for (const some of chunksOf(rows, 250)) await trx.insertInto("users").values(some).execute();
  });
}

/** Dana's account is the newest. */
async function startWith(accounts: readonly Made[]) {
  const site = await startSite();
  await addRows(site, accounts);
  const dana = await addSignedIn(site);
  const list = async (query = "") => (await dana.call("GET", `/api/users${query}`)).json();
  const emails = async (query: string) => (await list(query)).users.map(({ email }: User) => email);
  return { site, call: dana.call, dana, list, emails };
}

const numbered = (count: number, changes: Partial<Made> = {}) =>
  Array.from({ length: count }, (_, index) => ({ email: `seller${index}@example.com`, ...changes }));

test("without a page every account is answered, up to a thousand, with how many there are", async () => {
  const { list } = await startWith([...numbered(30), { email: "gone@example.com", isActive: false }]);
  const all = await list();
  expect(all.users).toHaveLength(32);
  expect(all).toMatchObject({ success: true, total: 32, active: 31, hasMore: false });
  expect(all.pagination).toBeUndefined();
});

test("with a thousand accounts and more, the newest thousand are answered, and that there are more", async () => {
  const { site, list } = await startWith(numbered(999));
  const just = await list();
  expect(just.users).toHaveLength(1000);
  expect(just).toMatchObject({ total: 1000, active: 1000, hasMore: false });
  site.clock.advance(60);
  await addAccount(site, { email: "newest@example.com", role: "user", isActive: false });
  const over = await list();
  expect(over.users).toHaveLength(1000);
  expect(over.users[0].email).toBe("newest@example.com");
  expect(over).toMatchObject({ total: 1001, active: 1000, hasMore: true });
});

test("with a page it answers like the other lists, newest first, and no account is on two pages or none", async () => {
  const { list } = await startWith(numbered(24));
  const first = await list("?page=1");
  expect(first.users).toHaveLength(10);
  expect(first.users[0].email).toBe("dana@example.com");
  expect(first.pagination).toEqual({
    currentPage: 1,
    totalPages: 3,
    totalItems: 25,
    itemsPerPage: 10,
    hasNextPage: true,
    hasPrevPage: false,
  });
  expect(first).toMatchObject({ total: 25, active: 25, hasMore: true });
  const pages = [first, await list("?page=2"), await list("?page=3")];
  expect(pages[2]).toMatchObject({ hasMore: false, pagination: { hasNextPage: false, hasPrevPage: true } });
  expect(new Set(pages.flatMap(({ users }) => users.map((user: User) => user._id))).size).toBe(25);
  const past = await list("?page=4");
  expect(past).toMatchObject({ users: [], hasMore: false, pagination: { totalPages: 3, hasPrevPage: true } });
  expect((await list("?limit=20")).pagination).toMatchObject({ currentPage: 1, itemsPerPage: 20, totalPages: 2 });
});

test("accounts made in the same instant keep their order from page to page", async () => {
  const { site, list } = await startWith([]);
  for (let index = 0; index < 12; index++) await addAccount(site, { email: `same${index}@example.com`, role: "user" });
  const seen = [1, 2, 3, 4, 5].map(async (page) => (await list(`?page=${page}&limit=3`)).users);
  expect(new Set((await Promise.all(seen)).flat().map(({ _id }: User) => _id)).size).toBe(13);
});

test("search finds any part of the e-mail, whatever its case and accents, and % and _ are letters", async () => {
  const { call, emails } = await startWith([
    { email: "ÉLODIE.Martin@example.fr" },
    { email: "50%_off@example.com" },
    { email: "50xoff@example.com" },
    { email: "o'neill@example.com" },
    { email: "李雷@example.com" },
    { email: "back\\slash@example.com" },
  ]);
  const found = async (text: string) => (await emails(`?page=1&search=${encodeURIComponent(text)}`)).toSorted();
  expect(await found("élodie")).toEqual(["ÉLODIE.Martin@example.fr"]);
  expect(await found("ELODIE.m")).toEqual(["ÉLODIE.Martin@example.fr"]);
  const jürgen = { email: "Jürgen@MÜNCHEN.example", password: "seven dry umbrellas" };
  expect((await call("POST", "/api/users", jürgen)).statusCode).toBe(201);
  for (const text of ["münchen", "MÜNCHEN", "xn--mnchen"])
    expect(await found(text)).toEqual(["Jürgen@xn--mnchen-3ya.example"]);
  expect(await found("%")).toEqual(["50%_off@example.com"]);
  expect(await found("_")).toEqual(["50%_off@example.com"]);
  expect(await found("0_o")).toEqual([]);
  expect(await found("'")).toEqual(["o'neill@example.com"]);
  expect(await found("李")).toEqual(["李雷@example.com"]);
  expect(await found("\\")).toEqual(["back\\slash@example.com"]);
  expect(await found("  martin ")).toEqual(["ÉLODIE.Martin@example.fr"]);
  expect(await found("nobody")).toEqual([]);
});

test("search, status and role narrow the list together; the counts stay those of all accounts", async () => {
  const { list } = await startWith([
    ...numbered(15),
    { email: "seller.admin@example.com", role: "admin" },
    { email: "seller.gone@example.com", isActive: false },
    { email: "other@example.com", isActive: false },
  ]);
  const whole = { total: 19, active: 17 };
  expect(await list("?page=1&search=seller")).toMatchObject({
    ...whole,
    pagination: { totalItems: 17 },
    hasMore: true,
  });
  expect(await list("?page=1&search=seller&status=Inactive")).toMatchObject({
    ...whole,
    pagination: { totalItems: 1 },
  });
  expect(await list("?page=1&role=Admin")).toMatchObject({ ...whole, pagination: { totalItems: 2 } });
  expect(await list("?page=1&role=user&status=active")).toMatchObject({ pagination: { totalItems: 15 } });
  expect((await list("?status=inactive")).users).toHaveLength(2);
  expect((await list("?search=&status=&role=&page=1")).pagination.totalItems).toBe(19);
});

test("an invalid page, size or filter is refused with a message", async () => {
  const { dana } = await startWith([]);
  for (const query of ["page=0", "page=x", "page=1&limit=101", "page=1000001", "page=", "status=gone", "role=owner"]) {
    const answer = await dana.call("GET", `/api/users?${query}`);
    expect(answer.statusCode, query).toBe(400);
    expect(answer.json().code).toBe("invalid_input");
  }
  const long = `page=1&search=${"a".repeat(201)}`;
  expect((await dana.call("GET", `/api/users?${long}`)).json().fields).toEqual({
    search: "Please use at most 200 characters",
  });
  expect((await dana.call("GET", "/api/users?page=1&search=%00")).statusCode).toBe(400);
});

test("an account is found under the e-mail it has now", async () => {
  const { dana, emails } = await startWith([]);
  const payload = { email: "Marcus@example.com", password: "seven wet umbrellas" };
  const { _id } = (await dana.call("POST", "/api/users", payload)).json().user;
  expect(await emails("?page=1&search=marcus")).toEqual(["Marcus@example.com"]);
  await dana.call("PUT", `/api/users/${_id}`, { email: "Élan@example.com" });
  expect(await emails("?page=1&search=marcus")).toEqual([]);
  expect(await emails("?page=1&search=elan")).toEqual(["Élan@example.com"]);
  await dana.call("PUT", `/api/users/${_id}`, { role: "admin" });
  expect(await emails("?page=1&search=elan")).toEqual(["Élan@example.com"]);
});

test("accounts from before the search are found by it once the site has started", async () => {
  const database = await openDatabase({
    ...readConfig({ LOG_LEVEL: "silent", ...(await emptyDatabaseEnvironment()) }),
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  await migrateTo(database, await readMigrations(MIGRATIONS), FIRST_RELEASE);
  const rows = rowsOf([...numbered(1_200), { email: "ÉLODIE@example.fr" }], new Date(FRIDAY_MORNING));
  await database.transaction(async (trx) => {
    for (const some of chunksOf(rows, 250)) {
      const before = some.map(
        ({
          search_text: _,
          name: __,
          confirmed_at: ___,
          email_confirmed_at: ____,
          used_at: _____,
          video_link: ______,
          duties: _______,
          own_leads_only: ________,
          ...row
        }) => row as UserRow,
      );
      await trx.insertInto("users").values(before).execute();
    }
  });
  await migrate(database, MIGRATIONS);
  const emails = async (search: string) =>
    (await listUsers(database.read, { search }, { offset: 0, limit: 5 })).map(({ email }) => email);
  expect(await emails("elodie")).toEqual(["ÉLODIE@example.fr"]);
  expect(await emails("seller1199@")).toEqual(["seller1199@example.com"]);
  expect(await countUsers(database.read, { search: "seller" })).toEqual({ total: 1201, active: 1201, matching: 1200 });
});
