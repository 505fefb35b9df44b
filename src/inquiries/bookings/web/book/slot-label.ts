/** Returns the minutes since midnight of a label such as "1:30 PM". */
export function labelMinutes(label: string): number {
  const [, hour = "0", minute = "0", half] = /^(\d+):(\d+) (AM|PM)$/.exec(label) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === "PM" ? 720 : 0);
}
