import { expect, test } from "vitest";
import { type Accepted, accept, comparedWith, comparison, readAccepted, worseThanAccepted } from "./accepted.ts";
import { kindOf, kindOfMachine, machine } from "./machine.ts";
import type { Row } from "./row.ts";

const OLD = kindOf([{ model: "Intel(R)  Xeon(R) Processor " }, { model: "Intel(R) Xeon(R) Processor" }], "linux x64");
const NEW = kindOf([{ model: "AMD EPYC" }, { model: "AMD EPYC" }], "linux x64");
const home: Row = { id: "P1", measure: "GET /", must: "≥ 0.5", got: "0.40", met: true, ratio: 0.4, p99: 2 };
const search: Row = { id: "P10", measure: "search", must: "≤ 20 ms", got: "19 ms", met: true };
const ACCEPTED: Accepted = [
  { kind: OLD, machine: `${OLD}, 24 GB`, rows: [home, search].map((row) => ({ ...row, at: "2026-11-21" })) },
];

test("a kind of machine is its processor, the number of cores and the system", () => {
  expect([OLD, NEW]).toEqual(["2 × Intel(R) Xeon(R) Processor, linux x64", "2 × AMD EPYC, linux x64"]);
  expect(kindOf([{ model: "AMD EPYC" }], "linux x64")).not.toBe(NEW);
  expect(kindOf([{ model: "AMD EPYC" }, { model: "AMD EPYC" }], "linux arm64")).not.toBe(NEW);
  expect(machine()).toContain(kindOfMachine());
});

test("a row is compared with the last accepted one of the same kind of machine", () => {
  const now = { ...home, got: "0.30", ratio: 0.3, p99: 3 };
  expect(comparison(ACCEPTED, OLD, now)).toBe("0.40 (2026-11-21), ratio × 0.75, p99 × 1.50");
  expect(comparison(ACCEPTED, OLD, { ...search, got: "12 ms" })).toBe("19 ms (2026-11-21)");
  expect(comparison(ACCEPTED, OLD, { ...search, measure: "search of names" })).toBe("none");
  expect(worseThanAccepted(ACCEPTED, OLD, [now, { ...search, got: "30 ms", met: false }])).toEqual([
    "P1 GET /: ratio 0.30, accepted was 0.40",
    "P10 search: was met (19 ms), now 30 ms",
  ]);
  expect(worseThanAccepted(ACCEPTED, OLD, [{ ...home, ratio: 0.35 }])).toEqual([]);
});

test("figures of another kind of machine say nothing about this one", () => {
  const much = { ...home, ratio: 0.01, met: false };
  expect(comparison(ACCEPTED, NEW, much)).toBe("none");
  expect(worseThanAccepted(ACCEPTED, NEW, [much])).toEqual([]);
  expect(comparedWith(ACCEPTED, NEW)).toBe(
    `Compared with nothing: no figures have been accepted on this kind of machine (${NEW}), only on ${OLD}`,
  );
  expect(comparedWith(ACCEPTED, OLD)).toContain(`same kind of machine: ${OLD}, 24 GB`);
});

test("accepting replaces what was measured, on this kind of machine alone", () => {
  const at = "2026-11-23";
  const faster = { ...home, got: "0.60", ratio: 0.6 };
  const unknown = { ...search, got: "not measured: needs a program", met: undefined };
  const there = accept(ACCEPTED, [faster, unknown], { kind: NEW, machine: `${NEW}, 32 GB`, at });
  expect(there).toEqual([...ACCEPTED, { kind: NEW, machine: `${NEW}, 32 GB`, rows: [{ ...faster, at }] }]);

  const both = accept(there, [faster, unknown], { kind: OLD, machine: `${OLD}, 16 GB`, at });
  expect(both).toHaveLength(2);
  expect(comparedWith(both, OLD)).toContain("16 GB");
  expect(comparison(both, OLD, faster)).toBe("0.60 (2026-11-23), ratio × 1.00, p99 × 1.00");
  expect(comparison(both, OLD, search)).toBe("19 ms (2026-11-21)");
  expect(accept(ACCEPTED, [unknown], { kind: NEW, machine: NEW, at })).toEqual(ACCEPTED);
});

test("the stored figures name each kind of machine once, and each row once", () => {
  const accepted = readAccepted();
  expect(new Set(accepted.map(({ kind }) => kind)).size).toBe(accepted.length);
  for (const { kind, machine: where, rows } of accepted) {
    expect(where.startsWith(kind)).toBe(true);
    expect(new Set(rows.map(({ id, measure }) => `${id} ${measure}`)).size).toBe(rows.length);
  }
});
