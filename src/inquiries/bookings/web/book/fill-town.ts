import type { TownAnswer } from "#inquiries/bookings/booking.ts";
import { callApi } from "#platform/web/api.ts";
import type { VisitorForm } from "./visitor-input.ts";

const ZIP_CODE = "propertyAddress.zipCode";
const PARTS = { "propertyAddress.city": "city", "propertyAddress.state": "state" } as const;
const PATHS = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** Fills in the town of each ZIP code. What the visitor typed or chose stays; what this filled in follows the ZIP code. */
export function fillTown({ watch, getValues, setValue }: VisitorForm, say: (words: string) => void): void {
  const filled = new Set<string>();
  let asked: string | undefined;

  const fill = (town: Partial<Record<string, string>>) => {
    for (const path of PATHS) {
      const isTyped = getValues(path) && !filled.has(path);
      if (isTyped) continue;
      const value = town[PARTS[path]];
      if (value) {
        filled.add(path);
        setValue(path, value as never, { shouldValidate: true });
      } else if (filled.delete(path)) setValue(path, "" as never);
    }
  };

  const words = () => {
    const values = PATHS.filter((path) => filled.has(path)).map((path) => getValues(path));
    const missing = PATHS.filter((path) => !getValues(path)).map((path) => PARTS[path]);
    return [
      values.length > 0 && `Filled in: ${values.join(", ")}.`,
      missing.length > 0 && `Please enter the ${missing.join(" and ")}.`,
    ];
  };

  const follow = async () => {
    const [, zipCode] = /^\s*(\d{5})(-\d{0,4})?\s*$/.exec(getValues(ZIP_CODE) ?? "") ?? [];
    if (!zipCode || zipCode === asked) return;
    asked = zipCode;
    const answer = await callApi<TownAnswer>(`/api/zip-codes?zipCode=${zipCode}`).catch(() => undefined);
    // The visitor has entered another ZIP code since.
    if (zipCode !== asked) return;
    if (!answer) asked = undefined;
    fill(answer?.town ?? {});
    say(words().filter(Boolean).join(" "));
  };

  watch((_, { name = "", type }) => {
    if (name === ZIP_CODE) void follow();
    else if (type === "change" && name in PARTS) {
      filled.delete(name);
      say("");
    }
  });
  void follow();
}
