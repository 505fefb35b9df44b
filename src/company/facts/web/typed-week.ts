import * as z from "zod/mini";
import { WEEKDAYS, type Weekday } from "#company/facts/choices.ts";

type Hours = { opens: string; closes: string };

const USUAL_HOURS: Hours = { opens: "09:00", closes: "17:00" };

/** The form also keeps the hours of a closed day. */
export const typedWeek = z.codec(
  z.custom<Record<Weekday, Hours & { isOpen: boolean }>>(),
  z.custom<{ [Day in Weekday]?: Hours | undefined }>(),
  {
    decode: (week) => {
      const open = WEEKDAYS.filter((day) => week[day].isOpen);
      return Object.fromEntries(open.map((day) => [day, { opens: week[day].opens, closes: week[day].closes }]));
    },
    encode: (week) => {
      const all = WEEKDAYS.map((day) => [day, { isOpen: week[day] !== undefined, ...(week[day] ?? USUAL_HOURS) }]);
      return Object.fromEntries(all);
    },
  },
);
