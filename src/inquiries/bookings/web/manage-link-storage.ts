// The manage link of a new booking is stored until the tab closes. useLinkToken stores that of an opened link.
import { recall, remember } from "#platform/web/tab-storage.ts";

const BOOKED_KEY = "booked-link";

type Booked = { manageUrl?: string | undefined; confirmationAt?: string | undefined };

/** The confirmation page reads the link. */
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
