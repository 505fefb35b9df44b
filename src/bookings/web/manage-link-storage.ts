// Secrets of manage links, kept until the tab closes. The secret of an opened link is stored only in its history entry: Back
// and Forward lead to the right meeting.
import { recall, remember } from "#platform/web/tab-storage.ts";

const BOOKED_KEY = "booked-link";

type Booked = { manageUrl?: string | undefined; confirmationAt?: string | undefined };

/** The secret of a new booking, for its confirmation page. */
export function storeNewBooking(bookingId: string, { manageUrl, confirmationAt }: Booked): void {
  remember(BOOKED_KEY, { bookingId, manageUrl, confirmationAt });
}

export function storedNewBooking(bookingId: string): Booked {
  const { bookingId: kept, manageUrl, confirmationAt } = Object(recall(BOOKED_KEY));
  if (kept !== bookingId) return {};
  return { manageUrl: textOrNothing(manageUrl), confirmationAt: textOrNothing(confirmationAt) };
}

function textOrNothing(kept: unknown): string | undefined {
  return typeof kept === "string" ? kept : undefined;
}

/**
 * The secret of this history entry; "" if it has none. A secret in the address is moved out of sight: screenshots, shared
 * addresses and the browser history must not contain it. `present` is the previous entry's secret, which a link within the
 * page keeps.
 */
export function takeToken(present: string): string {
  const fragment = location.hash.slice(1);
  if (fragment.includes(".")) return keepToken(fragment, location.pathname + location.search);
  const kept: unknown = Object(history.state).manageToken;
  if (typeof kept === "string") return kept;
  return keepToken(location.href.includes("#") ? present : "", location.href);
}

function keepToken(manageToken: string, address: string): string {
  history.replaceState({ ...history.state, manageToken }, "", address);
  return manageToken;
}
