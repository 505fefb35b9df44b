import { expect, test } from "vitest";
import { federalHolidays, holidayClosures } from "./holidays.ts";

/** As published at opm.gov/policy-data-oversight/pay-leave/federal-holidays. */
const PUBLISHED: Record<number, string> = {
  2021: "2021-01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24",
  2022: "2021-12-31 01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
  2023: "2023-01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25",
  2024: "2024-01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  2025: "2025-01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25",
  2026: "2026-01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25",
  2027: "2027-01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24",
  2028: "2027-12-31 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25",
};

test.for(Object.entries(PUBLISHED))("the federal holidays of %s are those that OPM published", ([year, text]) => {
  const dates = text.split(" ").map((date) => (date.length === 5 ? `${year}-${date}` : date));
  expect(federalHolidays(Number(year)).map(({ date }) => date)).toEqual(dates);
});

test("a holiday on a Saturday closes that day too, for companies that work then", () => {
  expect(holidayClosures(2026).filter(({ date }) => date.startsWith("2026-07"))).toEqual([
    { date: "2026-07-03", reason: "Independence Day (observed)" },
    { date: "2026-07-04", reason: "Independence Day" },
  ]);
  expect(holidayClosures(2026)).toHaveLength(12);
  expect(holidayClosures(2025).map(({ reason }) => reason)).toEqual(federalHolidays(2025).map(({ name }) => name));
});
