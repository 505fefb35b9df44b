import { expect, test } from "vitest";
import { stateOfNumber } from "./area-codes.ts";
import { callingTime, nextCallingTime, outsideCallingHours } from "./calling-hours.ts";

const CHICAGO = "America/Chicago";

test("people are called between 8 AM and 9 PM in every time zone of the state of their house", () => {
  const at = (time: string, state?: string) =>
    outsideCallingHours(new Date(`2026-11-20T${time}Z`), { state, timeZone: CHICAGO });
  expect(at("13:59:00")).toBe("7:59 AM there");
  expect(at("14:00:00")).toBeUndefined();
  expect(at("02:59:00")).toBeUndefined();
  expect(at("03:00:00")).toBe("9:00 PM there");
  // Florida has Eastern and Central Time.
  expect(at("13:30:00", "FL")).toBe("7:30 AM there");
  expect(at("02:30:00", "FL")).toBe("9:30 PM there");
  expect(at("02:30:00", "fl ")).toBe("9:30 PM there");
  // An unknown state has the company's clock.
  for (const state of ["", "XX", undefined]) expect(at("13:59:00", state)).toBe("7:59 AM there");
});

test("a time outside is moved to the nearest one inside, on the company's clock, also across a change of clocks", () => {
  const on = (day: string, time: string, state: string) => callingTime(day, time, { state, timeZone: CHICAGO });
  expect(on("2026-11-24", "08:00", "CA")).toEqual({ day: "2026-11-24", time: "10:00" });
  expect(on("2026-11-24", "20:45", "NY")).toEqual({ day: "2026-11-24", time: "19:59" });
  expect(on("2026-11-24", "06:00", "HI")).toEqual({ day: "2026-11-24", time: "12:00" });
  expect(on("2026-11-24", "12:30", "HI")).toEqual({ day: "2026-11-24", time: "12:30" });
  expect(on("2026-07-01", "06:00", "WA")).toEqual({ day: "2026-07-01", time: "10:00" });
  expect(on("2027-03-14", "07:00", "IL")).toEqual({ day: "2027-03-14", time: "08:00" });
});

test("a call that was asked for waits for the next time inside, where the number and the house are", () => {
  const next = (time: string, ...states: (string | undefined)[]) =>
    nextCallingTime(new Date(time), { states, timeZone: CHICAGO }).toISOString();
  expect(next("2026-11-25T16:00:00.000Z", "IL")).toBe("2026-11-25T16:00:00.000Z");
  expect(next("2026-11-25T13:00:00.000Z")).toBe("2026-11-25T14:00:00.000Z");
  expect(next("2026-11-25T14:00:00.000Z", "IL", "CA")).toBe("2026-11-25T16:00:00.000Z");
  expect(next("2026-11-26T03:00:00.000Z", "IL", undefined)).toBe("2026-11-26T14:00:00.000Z");
  // It is evening in New York before it is morning in Guam.
  expect(next("2026-11-25T14:00:00.000Z", "GU", "NY")).toBe("2026-11-25T22:00:00.000Z");
  expect(next("2027-03-14T04:00:00.000Z", "IL")).toBe("2027-03-14T13:00:00.000Z");
});

test("an area code names one state", () => {
  expect(["2175550142", "2135550142", "9075550142"].map(stateOfNumber)).toEqual(["IL", "CA", "AK"]);
  expect(["8005550142", "5550142", "12175550142"].map(stateOfNumber)).toEqual([undefined, undefined, undefined]);
});
