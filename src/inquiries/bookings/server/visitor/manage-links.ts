import { MANAGE_MEETING_PATH } from "#inquiries/bookings/managed-meeting.ts";
import type { KeyOf } from "#platform/server/links/derive-key.ts";
import { createSignedLinks, type SignedLinks } from "#platform/server/links/signed-links.ts";

export const MANAGE_LINKS = "manage link";

export type ManageLinks = SignedLinks;

export function createManageLinks(keyOf: KeyOf, publicUrl: string): ManageLinks {
  return createSignedLinks(keyOf, { purpose: MANAGE_LINKS, page: `${publicUrl}${MANAGE_MEETING_PATH}` });
}
