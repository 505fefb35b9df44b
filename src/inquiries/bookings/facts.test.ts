import { expect, test } from "vitest";
import { FILE_HEADINGS, REQUIRED_HEADINGS } from "./columns.ts";
import { factLines } from "./facts.ts";

const DECIDED = [
  ...["Booking ID", "First name", "Last name", "Email", "Phone", "Preferred contact", "Street", "City", "State"],
  ...["ZIP code", "Property type", "Current situation", "Timeframe to sell", "Meeting type", "Meeting date"],
  ...["Meeting time", "Status", "Notes", "Additional info", "Consent", "Consent at", "First source", "First campaign"],
  ...["Last source", "Last campaign", "Landing page", "Referrer", "Created at"],
];

test("a file of bookings keeps its columns and their order, and asks for what a booking cannot do without", () => {
  expect(FILE_HEADINGS.filter((heading) => DECIDED.includes(heading))).toEqual(DECIDED);
  const optional = DECIDED.filter((heading) => !REQUIRED_HEADINGS.includes(heading));
  expect(optional).toEqual(["Booking ID", ...DECIDED.slice(DECIDED.indexOf("Status"))]);
});

test("an empty fact has no line", () => {
  const said = { currentSituation: "inherited", timeframeToSell: undefined, propertyType: "" };
  expect(factLines(said as never, "sale")).toEqual([
    { path: "currentSituation", label: "Current situation", short: "Situation", value: "Inherited Property" },
  ]);
});
