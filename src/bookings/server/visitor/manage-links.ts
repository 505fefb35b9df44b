import { createHmac, timingSafeEqual } from "node:crypto";
import { MANAGE_MEETING_PATH } from "#bookings/managed-meeting.ts";
import { deriveKey } from "#platform/server/derive-key.ts";
import { isId } from "#platform/server/ids.ts";

export type ManageLinks = {
  /** The address of the page on which whoever has it may move or cancel this booking. */
  urlOf: (bookingId: string) => string;
  /** The booking that a link's secret opens; undefined for anything that is not of our making. */
  readToken: (token: string) => string | undefined;
};

/**
 * The secret is a signature of the booking's id, so that every later mail can carry it and no copy of the database yields
 * it. The id alone, which shows the booking, does not.
 */
export function createManageLinks(secret: string, publicUrl: string): ManageLinks {
  const key = deriveKey(secret, "manage link");
  const sign = (bookingId: string) => createHmac("sha256", key).update(bookingId).digest("base64url");
  return {
    urlOf: (bookingId) => `${publicUrl}${MANAGE_MEETING_PATH}#${bookingId}.${sign(bookingId)}`,
    readToken: (token) => {
      const [bookingId = "", signature = "", ...more] = token.split(".");
      if (!isId(bookingId) || more.length > 0) return undefined;
      const right = Buffer.from(sign(bookingId));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right) ? bookingId : undefined;
    },
  };
}
