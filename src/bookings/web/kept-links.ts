// The secrets of this tab: which link it may manage a meeting with. Gone with the tab.
import { recall, remember } from "#platform/web/session-memory.ts";

const BOOKED_KEY = "booked-link";
const OPENED_KEY = "opened-link";

/** Keeps the link for the page that confirms the booking; whoever opens that page elsewhere does not get it. */
export function keepBookedLink(bookingId: string, url: string): void {
  remember(BOOKED_KEY, { bookingId, url });
}

export function keptBookedLink(bookingId: string): string | undefined {
  const kept = Object(recall(BOOKED_KEY));
  return kept.bookingId === bookingId && typeof kept.url === "string" ? kept.url : undefined;
}

/** The secret in this address. A link to a part of the page takes its place there, so it is kept as well. */
export function tokenInAddress(): string {
  const fragment = location.hash.slice(1);
  if (fragment.includes(".")) remember(OPENED_KEY, fragment);
  const kept = recall(OPENED_KEY);
  return typeof kept === "string" ? kept : "";
}
