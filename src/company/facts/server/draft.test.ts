import { expect, test } from "vitest";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { changesBetween, type FieldChange, partOf } from "#platform/merging/field-changes.ts";
import { addSignedIn } from "#test/accounts.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { changeFields } from "./draft.ts";

const SEED = seedFacts();
const PHONE = ["company", "phone"];
const NAME = ["company", "name"];

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

async function twoAdmins(options = {}) {
  const site = await startSite(options);
  const dana = await addSignedIn(site, { email: "dana@example.com" });
  const ana = await addSignedIn(site, { email: "ana@example.com" });
  return { site, dana: dana.call, ana: ana.call, anaUser: ana.user };
}

const save = (call: Call, ...changes: FieldChange[]) => call("PATCH", "/api/site/draft", { changes });
const read = async (call: Call) => (await call("GET", "/api/site")).json();
const publish = (call: Call, version: number, key?: string) =>
  call("POST", "/api/site/publish", { version }, key ? { "idempotency-key": key } : {});
const phone = (from: string, to: string): FieldChange => ({ path: PHONE, from, to });

async function entries(site: TestSite): Promise<string[]> {
  const rows = await site.database.read
    .selectFrom("history")
    .select(["actor", "action"])
    .where("subject_kind", "=", "site")
    .orderBy("id")
    .execute();
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}

test("two admins who change different fields never meet, on two processes", async () => {
  const { site, dana } = await twoAdmins();
  const other = await startSite({ env: databaseOf(site) });
  const bo = await addSignedIn(other, { email: "bo@example.com" });
  const values = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
  const phones = values.map((_, index) => `(312) 555-010${index}`);
  const inTurn = async (call: Call, path: string[], first: string, all: string[]) => {
    let from = first;
    for (const to of all) {
      const answer = await save(call, { path, from, to });
      expect([answer.statusCode, answer.json().conflicts]).toEqual([200, []]);
      from = to;
    }
  };
  await Promise.all([
    inTurn(dana, NAME, SEED.company.name, values),
    inTurn(bo.call, PHONE, SEED.company.phone, phones),
  ]);
  const { draft } = await read(dana);
  expect(draft.facts.company).toMatchObject({ name: "Name 7", phone: "(312) 555-0107" });
  expect(draft.version).toBe(16);
});

test("a change of the same field stays with the one who was first, and the other learns it", async () => {
  const { dana, ana } = await twoAdmins();
  await save(dana, phone(SEED.company.phone, "(312) 555-0142"));
  const late = (
    await save(ana, phone(SEED.company.phone, "(312) 555-0177"), { path: NAME, from: SEED.company.name, to: "Ana" })
  ).json();
  expect(late.conflicts).toEqual([{ path: PHONE, theirs: "(312) 555-0142" }]);
  expect(late.draft.facts.company).toMatchObject({ phone: "(312) 555-0142", name: "Ana" });
  const chosen = (await save(ana, phone("(312) 555-0142", "(312) 555-0177"))).json();
  expect([chosen.conflicts, chosen.draft.facts.company.phone]).toEqual([[], "(312) 555-0177"]);
});

test("a save whose answer was lost changes nothing when it is sent again", async () => {
  const { dana } = await twoAdmins();
  const first = (await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json();
  expect((await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json()).toEqual(first);
});

test("a publication whose answer was lost is answered again, and to nobody else", async () => {
  const { dana, ana } = await twoAdmins();
  const { draft } = (await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json();
  expect((await publish(dana, draft.version, "one-attempt")).json()).toMatchObject({ number: 2 });
  expect((await publish(dana, draft.version, "one-attempt")).json()).toMatchObject({ number: 2 });
  expect((await publish(ana, draft.version, "one-attempt")).statusCode).toBe(409);
  expect((await publish(dana, draft.version)).statusCode).toBe(409);
  expect((await publish(dana, 7, "one-attempt")).json().code).toBe("idempotency_mismatch");
  expect((await read(dana)).published.number).toBe(2);
});

test("what is wrong is named and holds nothing else back", async () => {
  const { dana } = await twoAdmins();
  const [person] = SEED.team;
  const answer = await save(
    dana,
    { path: NAME, from: SEED.company.name, to: "O’Hara" },
    { path: ["company", "email"], from: SEED.company.email, to: "nobody" },
    { path: ["staffEmails"], from: SEED.staffEmails, to: [] },
    { path: ["team", "Ana"], to: { ...person, name: "Ana", role: "" } },
    { path: ["team", person?.name ?? "", "bio"], from: person?.bio, to: "Calls back." },
    { path: ["logo"], from: null, to: { id: "a".repeat(43), width: 10, height: 10 } },
    { path: ["values"], from: SEED.values, to: 5 },
    { path: ["__proto__", "admin"], to: true },
    { path: ["constructor"], to: {} },
  );
  const { draft, fields } = answer.json();
  expect(Object.keys(fields).toSorted()).toEqual([
    "facts.company.email",
    "facts.logo.id",
    "facts.staffEmails",
    "facts.team.3.role",
    "facts.values",
  ]);
  const team = SEED.team.map((each, index) => (index === 0 ? { ...each, bio: "Calls back." } : each));
  expect(draft.facts).toEqual({ ...SEED, company: { ...SEED.company, name: "O’Hara" }, team });
});

test("a person who was removed is not half restored by who changed a line about them", async () => {
  const { dana, ana } = await twoAdmins();
  const [person] = SEED.team;
  await save(dana, { path: ["team", person?.name ?? ""], from: person });
  const path = ["team", person?.name ?? "", "role"];
  const late = (await save(ana, { path, from: person?.role, to: "Closer" })).json();
  expect(late.conflicts).toEqual([{ path }]);
  expect(late.draft.facts.team).toHaveLength(SEED.team.length - 1);
});

test("publishing while another types loses nothing", async () => {
  const { dana, ana } = await twoAdmins();
  const { draft } = (await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json();
  const [published, saved] = await Promise.all([
    publish(dana, draft.version),
    save(ana, { path: NAME, from: SEED.company.name, to: "Ana" }),
  ]);
  expect(saved.statusCode).toBe(200);
  expect([200, 409]).toContain(published.statusCode);
  const present = await read(dana);
  expect(present.draft.facts.company).toMatchObject({ name: "Ana", phone: "(312) 555-0142" });
});

test("a sitting is one entry of each person, and the draft says who edits what", async () => {
  const { site, dana } = await twoAdmins();
  const after = (minutes: number, by: string, change: FieldChange) => {
    site.clock.advance(minutes * 60);
    return changeFields(site.database, { changes: [change], actor: by, now: site.clock.now() });
  };
  await save(dana, phone(SEED.company.phone, "(312) 555-0142"));
  await after(40, "dana@example.com", { path: NAME, from: SEED.company.name, to: "Dana’s" });
  await after(40, "dana@example.com", { path: NAME, from: "Dana’s", to: "Dana’s Houses" });
  await after(0, "ana@example.com", { path: ["story"], from: SEED.story, to: "It began." });
  expect(await entries(site)).toEqual(["dana@example.com changed", "ana@example.com changed"]);
  const next = await after(61, "dana@example.com", { path: ["story"], from: "It began.", to: "It began here." });
  expect((await entries(site)).at(-1)).toBe("dana@example.com changed");
  expect(next.draft?.editors).toEqual([
    { by: "dana@example.com", at: site.clock.now().toISOString(), fields: [["story"]] },
  ]);
  const { editors } = (await after(1, "ana@example.com", { path: PHONE, from: "(312) 555-0142", to: "(312) 555-0177" }))
    .draft ?? { editors: [] };
  expect(editors.map(({ by, fields }) => [by, fields])).toEqual([
    ["dana@example.com", [["story"]]],
    ["ana@example.com", [PHONE]],
  ]);
});

test("a confirmed letter’s permission cannot be of a day that is still to come where the company is", async () => {
  const { dana } = await twoAdmins({ now: "2026-11-21T05:00:00.000Z" });
  const [letter] = SEED.testimonials;
  if (!letter) throw new Error("There is no letter.");
  const given = (givenOn: string): Facts => ({
    ...SEED,
    testimonials: [
      {
        ...letter,
        permission: { givenOn, how: "by letter" },
        claim: { state: "confirmed", source: "", confirmedBy: "", confirmedAt: "" },
      },
    ],
  });
  const draft = (givenOn: string) => dana("PUT", "/api/site/draft", { facts: given(givenOn), version: 0 });
  expect((await draft("2026-11-21")).json().fields).toEqual({
    "facts.testimonials.0.permission.givenOn": "This day is still to come",
  });
  const byFields = await save(dana, ...changesBetween(SEED, given("2026-11-21")));
  expect(byFields.json().fields).toEqual({ "facts.testimonials.0.permission.givenOn": "This day is still to come" });
  expect((await draft("2026-11-20")).statusCode).toBe(409);
  expect(
    (await save(dana, ...changesBetween((await read(dana)).draft.facts, given("2026-11-20")))).json().fields,
  ).toEqual({});
});

test("a draft of an older version than the published one stays one until a person has seen that", async () => {
  const { dana, ana } = await twoAdmins();
  const { draft } = (await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json();
  await publish(dana, draft.version);
  const second = (await save(ana, { path: NAME, from: SEED.company.name, to: "Ana" })).json().draft;
  await dana("POST", "/api/site/versions/1/publish");
  const third = (await save(ana, { path: NAME, from: "Ana", to: "Ana Núñez" })).json().draft;
  expect([second.basedOn, third.basedOn]).toEqual([2, 2]);
  expect((await publish(ana, third.version)).json().code).toBe("changed_meanwhile");
  expect((await ana("PATCH", "/api/site/draft", { changes: [], basedOn: 2 })).statusCode).toBe(409);
  const seen = (await ana("PATCH", "/api/site/draft", { changes: [], basedOn: 3 })).json().draft;
  expect((await publish(ana, seen.version)).json()).toMatchObject({ number: 4 });
});

test("a draft has an end, and a program without rights or an admin who was revoked changes nothing", async () => {
  const { site, dana, ana, anaUser } = await twoAdmins();
  const bio = "c".repeat(1000);
  const [person] = SEED.team;
  const many = Array.from({ length: 30 }, (_, index) => ({ ...person, name: `Person ${index}`, bio }));
  expect((await save(dana, { path: ["team"], from: SEED.team, to: many })).statusCode).toBe(200);
  expect((await save(dana, { path: NAME, to: "x".repeat(6_500_000) })).statusCode).toBe(413);
  expect((await save(dana, ...Array.from({ length: 5_001 }, () => phone("1", "2")))).statusCode).toBe(400);
  await site.database.transaction((trx) =>
    trx.updateTable("users").set({ role: "user" }).where("id", "=", anaUser.id).execute(),
  );
  expect((await save(ana, { path: ["story"], from: SEED.story, to: "Mine." })).statusCode).toBe(403);
  expect((await read(dana)).draft.facts.story).toBe(SEED.story);
});

test("an earlier version is read and previewed", async () => {
  const { dana } = await twoAdmins();
  const { draft } = (await save(dana, phone(SEED.company.phone, "(312) 555-0142"))).json();
  await publish(dana, draft.version);
  expect((await dana("GET", "/api/site/versions/1")).json().version).toMatchObject({ number: 1, facts: SEED });
  expect((await dana("GET", "/api/site/versions/9")).statusCode).toBe(404);
  expect((await dana("GET", "/api/site/versions/1/page?path=/contact")).statusCode).toBe(200);
  expect((await dana("GET", "/api/site/versions/9/page?path=/contact")).statusCode).toBe(404);
});

test("of what two admins type at random on two processes nothing is lost: it is stored, overwritten in view, or shown to them", async () => {
  const { site, dana } = await twoAdmins();
  const other = await startSite({ env: databaseOf(site) });
  const bo = await addSignedIn(other, { email: "bo@example.com" });
  const [first] = SEED.team;
  const fields = [NAME, PHONE, ["story"], ["team", first?.name ?? "", "role"]];
  const random = randomFrom(7);
  const type = async (call: Call, who: string) => {
    let known: Facts = SEED;
    const written: string[] = [];
    for (let round = 0; round < 12; round++) {
      const path = fields[random(fields.length)] ?? NAME;
      const to = path === PHONE ? `(312) 555-01${10 + random(80)}` : `${who} ${round}`;
      const { draft, conflicts } = (await save(call, { path, from: partOf(known, path), to })).json();
      // The text that met another stands beside it in the answer, and the draft has the other one.
      const stored = conflicts.length > 0 ? conflicts[0].theirs : to;
      expect(partOf(draft.facts, path)).toEqual(stored);
      if (conflicts.length === 0) written.push(`${path.join(".")} ${to}`);
      known = draft.facts;
    }
    return written;
  };
  const written = (await Promise.all([type(dana, "Dana"), type(bo.call, "Bo")])).flat();
  const { draft } = await read(dana);
  for (const path of fields) {
    const value = partOf(draft.facts, path);
    if (value !== partOf(SEED, path)) expect(written).toContain(`${path.join(".")} ${value}`);
  }
  expect(draft.version).toBeLessThanOrEqual(written.length);
});

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
