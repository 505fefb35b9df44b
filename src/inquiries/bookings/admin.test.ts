import { expect, test } from "vitest";
import { bookingQuerySchema, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "./admin.ts";
import { STATUSES, valuesOf } from "./booking.ts";
import { ALL_PROPERTY_TYPES } from "./choices.ts";
import { MEETING_TYPES } from "./meeting-types.ts";

test("every filterable value of a booking has exactly one filter label", () => {
  expect(Object.values(MEETING_TYPE_FILTERS).flat().sort()).toEqual(valuesOf(MEETING_TYPES).sort());
  expect(Object.values(PROPERTY_TYPE_FILTERS).flat().sort()).toEqual(valuesOf(ALL_PROPERTY_TYPES).sort());
});

test("a filter takes its labels, raw values, and nothing for no filter", () => {
  const read = (query: object) => bookingQuerySchema.parse(query);
  expect(read({ meetingType: "In-Person Meeting" }).meetingType).toEqual(["in-person-property", "in-person-office"]);
  expect(read({ meetingType: "in-person-office" }).meetingType).toEqual(["in-person-office"]);
  expect(read({ propertyType: "Condo/Townhouse" }).propertyType).toEqual(["condo", "townhouse"]);
  for (const status of STATUSES) expect(read({ status }).status).toEqual([status]);
  expect(read({ status: "", meetingType: "", propertyType: "" })).toEqual({ page: 1, limit: 10 });
});

test("an invalid filter, page or limit is refused", () => {
  const refused = [
    { status: "scheduled" },
    { status: "Confirmed" },
    { status: ["Scheduled", "Completed"] },
    { meetingType: "constructor" },
    { propertyType: "__proto__" },
    { propertyType: "toString" },
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { page: "" },
    { page: "1000001" },
    { page: "9999999999999999999999" },
    { limit: "0" },
    { limit: "101" },
    { limit: "ten" },
    { search: "x".repeat(201) },
    { search: "a\u0000b" },
  ];
  for (const query of refused) expect(bookingQuerySchema.safeParse(query).success, JSON.stringify(query)).toBe(false);
  expect(bookingQuerySchema.parse({ page: "1000000", limit: "100" })).toMatchObject({ page: 1_000_000, limit: 100 });
});
