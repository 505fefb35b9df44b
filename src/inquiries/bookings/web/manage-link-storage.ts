// The secret of a new booking's manage link, kept until the tab closes. That of an opened link: see useLinkToken.
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
