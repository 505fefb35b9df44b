import { createHmac, timingSafeEqual } from "node:crypto";
import { MANAGE_MEETING_PATH } from "#bookings/managed-meeting.ts";
import { deriveKey } from "#platform/server/derive-key.ts";
import { isId } from "#platform/server/ids.ts";

export type ManageLinks = {
  urlOf: (bookingId: string) => string;
  /** The booking's id; undefined if the signature is not ours. */
  readToken: (token: string) => string | undefined;
};

/** The secret is a signature of the booking's id: neither a copy of the database nor the id reveals it. */
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
