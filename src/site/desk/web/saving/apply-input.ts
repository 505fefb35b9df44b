import { isDeepEqual } from "#platform/merging/merge.ts";
import { type DeskForm, type DeskInput, listsOf } from "../desk-input.ts";

/** Fields are set one by one where possible: a reset form makes its lists anew. */
export function applyInput(form: DeskForm, input: DeskInput): void {
  const present = form.getValues();
  if (listsOf(present) !== listsOf(input)) {
    const { id } = document.activeElement ?? {};
    form.reset(input, { keepSubmitCount: true, keepErrors: true });
    requestAnimationFrame(() => {
      if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
    });
    return;
  }
  for (const [path, value] of leavesOf(input)) {
    const before = form.getValues(path as "company.name") as unknown;
    if (!isDeepEqual(before, value)) form.setValue(path as "company.name", value as string);
  }
}

const CLOSED_DATES = "bookingRules.closedDates";

export function leavesOf(value: unknown, path = ""): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null || "width" in value || path === CLOSED_DATES) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, path ? `${path}.${key}` : key));
}
