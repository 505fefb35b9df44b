// Days are text (yyyy-MM-dd) and times are minutes since midnight on the company's clock. Only this file makes instants of them.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string): boolean {
  return DAY_PATTERN.test(text) && text >= "1900" && dayOf(utc(text)) === text;
}

/** HH:mm */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

export function addDays(day: string, days: number): string {
  return dayOf(utc(day) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / DAY_MS);
}

export function weekdayOf(day: string): number {
  return new Date(utc(day)).getUTCDay();
}

export function wallClock(instant: Date, timeZone: string): { day: string; minutes: number } {
  const [day = "", time = ""] = localTime(instant.getTime(), timeZone).split("T");
  return { day, minutes: minutesOf(time) };
}

/** A time shown twice (clocks go back) is the first one; a skipped time lands the same distance after the change. */
export function instantOf(day: string, minutes: number, timeZone: string): Date {
  const wall = utc(day) + minutes * MINUTE_MS;
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((nearby) => wall - offsetMs(nearby, timeZone));
  const matching = candidates.filter((instant) => instant + offsetMs(instant, timeZone) === wall);
  return new Date(matching.length > 0 ? Math.min(...matching) : Math.max(...candidates));
}

/** Clocks that go forward skip from `from` to `until`, in minutes since midnight. */
export function skippedOn(day: string, timeZone: string): { from: number; until: number } | undefined {
  const midnight = utc(day);
  let [before, after] = [midnight - DAY_MS / 2, midnight + DAY_MS * 1.5].map(
    (wall) => wall - offsetMs(wall, timeZone),
  ) as [number, number];
  const offsets = [offsetMs(before, timeZone), offsetMs(after, timeZone)] as const;
  if (offsets[1] <= offsets[0]) return undefined;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.ceil((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (offsetMs(middle, timeZone) === offsets[0]) before = middle;
    else after = middle;
  }
  const [from, until] = offsets.map((offset) => (after + offset - midnight) / MINUTE_MS) as [number, number];
  return from < DAY_MINUTES && until > 0 ? { from, until } : undefined;
}

export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? "AM" : "PM"}`;
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function parseDay(text: string): string | undefined {
  const [, month = "", date = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const day = year ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : text;
  return isDay(day) ? day : undefined;
}

export function parseTime(text: string): string | undefined {
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})(?::00)?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  if (half === undefined) return Number(hours) > 23 ? undefined : timeOf(Number(hours) * 60 + Number(minutes));
  if (Number(hours) < 1 || Number(hours) > 12) return undefined;
  const afternoon = half.toLowerCase() === "pm" ? 12 : 0;
  return timeOf(((Number(hours) % 12) + afternoon) * 60 + Number(minutes));
}

/** Accepts an instant with its zone ("2026-11-20T15:00:00Z"), or a day, whose beginning it returns. */
export function parseInstant(text: string, timeZone: string): Date | undefined {
  const day = parseDay(text);
  if (day) return instantOf(day, 0, timeZone);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const DAY_STYLES = {
  short: { month: "short", day: "numeric", year: "numeric" },
  brief: { month: "short", day: "numeric" },
  weekday: { weekday: "short", month: "short", day: "numeric" },
  spoken: { weekday: "long", month: "long", day: "numeric" },
  full: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  month: { month: "long", year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export function formatMoment(instant: Date, timeZone: string): string {
  const { day, minutes } = wallClock(instant, timeZone);
  return `${formatDay(day, "weekday")} at ${formatTime(timeOf(minutes))} ${zoneNames(timeZone).abbreviation}`;
}

export function formatDay(day: string, style: keyof typeof DAY_STYLES): string {
  return formatter("en-US", { ...DAY_STYLES[style], timeZone: "UTC" }).format(utc(day));
}

export function formatInstant(instant: Date, timeZone?: string): string {
  return formatter("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(instant);
}

export function zoneNames(timeZone: string): { name: string; abbreviation: string } {
  const part = (timeZoneName: "longGeneric" | "shortGeneric") =>
    formatter("en-US", { timeZone, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return { name: part("longGeneric"), abbreviation: part("shortGeneric") };
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00Z`);
}

function dayOf(utcMs: number): string {
  return Number.isFinite(utcMs) ? new Date(utcMs).toISOString().slice(0, 10) : "";
}

/** The result is in milliseconds ahead of UTC. It is cached, because the calendar needs thousands of offsets. */
function offsetMs(instantMs: number, timeZone: string): number {
  const start = Math.floor(instantMs / DAY_MS) * DAY_MS;
  const key = `${start} ${timeZone}`;
  const known = steadyOffsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffsetMs(instantMs, timeZone);
  const isSteady = [start, start + DAY_MS].every((edge) => readOffsetMs(edge, timeZone) === offset);
  if (steadyOffsets.size >= MAX_OFFSETS) steadyOffsets.clear();
  if (isSteady) steadyOffsets.set(key, offset);
  return offset;
}

const steadyOffsets = new Map<string, number>();
const MAX_OFFSETS = 2_000;

function readOffsetMs(instantMs: number, timeZone: string): number {
  return Date.parse(`${localTime(instantMs, timeZone)}Z`) - Math.floor(instantMs / 1000) * 1000;
}

function localTime(instantMs: number, timeZone: string): string {
  return formatter("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(instantMs).replace(" ", "T");
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}
