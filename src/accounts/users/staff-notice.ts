export const STAFF_NOTICES = ["bookings", "messages"] as const;

export type StaffNotice = (typeof STAFF_NOTICES)[number];
