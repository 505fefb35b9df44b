// Money is whole cents, because sums of floats lose cents.

export const MAX_CENTS = 100_000_000_000;

const TYPED = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/** Accepts "1250", "1,250" and "$1250.50". Returns undefined if it is no amount, negative or above the limit. */
export function parseCents(text: string): number | undefined {
  const [, dollars, fraction = ""] = TYPED.exec(text.trim()) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars.replaceAll(",", "") + fraction.padEnd(2, "0"));
  return cents <= MAX_CENTS ? cents : undefined;
}

export function formatCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const dollars = Number(digits.slice(0, -2)).toLocaleString("en-US");
  const fraction = digits.slice(-2);
  return `${cents < 0 ? "-" : ""}$${dollars}${fraction === "00" ? "" : `.${fraction}`}`;
}
