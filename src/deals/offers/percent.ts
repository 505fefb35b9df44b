// Percentages are whole basis points: 100 of them are one percent.

const TYPED = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/;

/** Reads "6", "6.5", "6.25%". Undefined for other texts. */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction = ""] = TYPED.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, "0"));
}

/** "6%", "6.25%" */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
