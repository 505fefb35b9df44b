import { MANAGE_MEETING_PATH } from "#inquiries/bookings/managed-meeting.ts";
import { createSignedLinks, type SignedLinks } from "#platform/server/links/signed-links.ts";

export type ManageLinks = SignedLinks;

export function createManageLinks(secret: string, publicUrl: string): ManageLinks {
  return createSignedLinks(secret, { purpose: "manage link", page: `${publicUrl}${MANAGE_MEETING_PATH}` });
}
