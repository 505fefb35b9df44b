import { expect, test } from "vitest";
import { seedFacts } from "#company/facts/seed.ts";
import { mergeInput } from "#platform/merging/merge.ts";

const BASE = seedFacts();
const [DANA, MARCUS, ELENA] = BASE.team;
if (!DANA || !MARCUS || !ELENA) throw new Error("Three people are shipped.");
const ANA = { ...DANA, name: "Ana Núñez", role: "Closer" };

const named = (company: Partial<typeof BASE.company>) => ({ ...BASE, company: { ...BASE.company, ...company } });
const withTeam = (...team: (typeof DANA)[]) => ({ ...BASE, team });
const mergeTeams = (theirs: (typeof DANA)[], mine: (typeof DANA)[]) => {
  const { merged, conflicts } = mergeInput(BASE, withTeam(...theirs), withTeam(...mine));
  return {
    team: merged.team.map(({ name, role }) => `${name}, ${role}`),
    conflicts: conflicts.map(({ path }) => path),
  };
};
const line = ({ name, role }: typeof DANA) => `${name}, ${role}`;

test("what only one of two changed is kept, in one group of facts too", () => {
  const { merged, conflicts } = mergeInput(BASE, named({ phone: "(312) 555-0142" }), named({ contactPerson: "Ana" }));
  expect(merged.company).toMatchObject({ phone: "(312) 555-0142", contactPerson: "Ana" });
  expect(conflicts).toEqual([]);
});

test("of a fact that both changed mine is kept and theirs is named, and the same change is no conflict", () => {
  const theirs = named({ phone: "(312) 555-0142", shortName: "O’Hara" });
  const { merged, conflicts } = mergeInput(BASE, theirs, named({ phone: "(312) 555-0199", shortName: "O’Hara" }));
  expect(merged.company.phone).toBe("(312) 555-0199");
  expect(conflicts).toEqual([{ path: ["company", "phone"], theirs: "(312) 555-0142" }]);
});

test("people whom two admins added, changed and removed come together by their names", () => {
  const changed = { ...MARCUS, role: "Repairs" };
  expect(mergeTeams([DANA, changed, ELENA], [ANA, MARCUS, ELENA])).toEqual({
    team: [line(ANA), "Marcus Okafor, Repairs", line(ELENA)],
    conflicts: [],
  });
  expect(mergeTeams([DANA, MARCUS], [ELENA, DANA, MARCUS, ANA])).toEqual({
    team: [line(DANA), line(MARCUS), line(ANA)],
    conflicts: [],
  });
});

test("an order that one of two changed is kept, with what the other one added", () => {
  expect(mergeTeams([DANA, MARCUS, ELENA, ANA], [ELENA, DANA, MARCUS]).team).toEqual([
    line(ELENA),
    line(DANA),
    line(MARCUS),
    line(ANA),
  ]);
  expect(mergeTeams([ELENA, DANA, MARCUS], [DANA, { ...MARCUS, role: "Repairs" }, ELENA]).team).toEqual([
    line(ELENA),
    line(DANA),
    "Marcus Okafor, Repairs",
  ]);
});

test("a person whom one removed and the other changed is a conflict", () => {
  expect(mergeTeams([{ ...DANA, role: "Owner" }, MARCUS, ELENA], [MARCUS, ELENA])).toEqual({
    team: [line(MARCUS), line(ELENA)],
    conflicts: [["team", "Dana Whitfield"]],
  });
  expect(mergeTeams([MARCUS, ELENA], [{ ...DANA, role: "Owner" }, MARCUS, ELENA])).toEqual({
    team: [line(MARCUS), line(ELENA), "Dana Whitfield, Owner"],
    conflicts: [["team", "Dana Whitfield"]],
  });
});

test("a list with the same name twice is kept as it is here, and named", () => {
  expect(mergeTeams([MARCUS], [ANA, { ...ANA, role: "Other" }])).toEqual({
    team: [line(ANA), "Ana Núñez, Other"],
    conflicts: [["team"]],
  });
});

test("another picture is one fact, not parts of two", () => {
  const picture = (id: string, width: number) => ({ id: id.repeat(20), width, height: 100 });
  const { merged, conflicts } = mergeInput(
    BASE,
    { ...BASE, logo: picture("a", 200) },
    { ...BASE, logo: picture("b", 100) },
  );
  expect(merged.logo).toEqual(picture("b", 100));
  expect(conflicts).toHaveLength(1);
});
