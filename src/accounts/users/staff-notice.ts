/** Mails to staff that an admin can have at the account's own address too. */
export const STAFF_NOTICES = ["bookings", "messages"] as const;

export type StaffNotice = (typeof STAFF_NOTICES)[number];
