// Who is on duty on which days and hours, in which order. It ends with the owner, who is on duty while the phone is.
import * as z from "zod/mini";
import { WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { isClosedOn } from "#company/shell/opening-hours.ts";
import { type BusinessCalendar, openingOf } from "#people/leads/business-time.ts";
import { isTime, timeOf, wallClock, weekdayOf } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { versionSchema } from "#platform/version.ts";

export const MAX_SHIFTS = 50;

const MAX_ID_LENGTH = 40;
const TIME = "Please enter a time such as 09:00";
const time = z.string(TIME).check(z.refine(isTime, TIME));
const userId = z.string("Please choose a person").check(z.maxLength(MAX_ID_LENGTH, "Please choose a person"));

export const shiftSchema = z
  .object({
    userId: userId.check(z.minLength(1, "Please choose a person")),
    days: z
      .array(z.enum(WEEKDAYS, "Please choose days"), "Please choose days")
      .check(z.minLength(1, "Please choose at least one day"), z.maxLength(WEEKDAYS.length, "Please choose days")),
    opens: time,
    closes: time,
  })
  .check(
    z.refine(({ opens, closes }) => opens < closes, { error: "The end must be after the start", path: ["closes"] }),
  );

export type Shift = z.infer<typeof shiftSchema>;

export const rosterChangeSchema = z.object({
  /** On the company's clock. Who comes first is rung first. */
  shifts: z.array(shiftSchema, "Please send the shifts").check(z.maxLength(MAX_SHIFTS, "Too many shifts")),
  /** "" is the oldest admin. */
  ownerId: userId,
  version: versionSchema,
});

export type RosterChange = z.infer<typeof rosterChangeSchema>;

export const dayOffSchema = z.object({ off: z.boolean("Please say whether you are off today") });

export const rosterSchema = answerOf({
  shifts: z.array(shiftSchema),
  ownerId: z.string(),
  version: z.number(),
  /** Active admins, by name. `rung`: the place in the order of who is rung at this moment, from 1. */
  people: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      email: z.string(),
      isYou: z.boolean(),
      isOff: z.boolean(),
      rung: z.optional(z.number()),
    }),
  ),
});

export type Roster = z.infer<typeof rosterSchema>;

type Order = { shifts: readonly Shift[]; ownerId: string };

/** The accounts that are on duty at that moment, who is next first. Nobody on days that the company is closed. */
export function onDuty({ shifts, ownerId }: Order, calendar: BusinessCalendar, now: Date): string[] {
  const { day, minutes } = wallClock(now, calendar.timeZone);
  if (isClosedOn(calendar.closures, day)) return [];
  const [weekday, at] = [WEEKDAYS[weekdayOf(day)] as Weekday, timeOf(minutes)];
  const ids = shifts
    .filter(({ days, opens, closes }) => days.includes(weekday) && opens <= at && at < closes)
    .map(({ userId }) => userId);
  const [opens, closes] = openingOf(day, calendar) ?? [0, 0];
  const isOwner = ids.includes(ownerId) || (opens <= now.getTime() && now.getTime() < closes);
  return [...new Set([...ids.filter((id) => id !== ownerId), ...(isOwner ? [ownerId] : [])])];
}
