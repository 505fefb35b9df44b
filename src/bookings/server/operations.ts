// Operations that higher modules run inside their own transactions.
export { writeFirstContact } from "./admin/mark-first-contact.ts";
export { type PlaceTables, placeMeeting, requireOfferedTime } from "./book/place-meeting.ts";
