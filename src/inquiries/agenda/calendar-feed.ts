// A calendar feed is a secret URL from which an admin's calendar program reads the meetings repeatedly.

/** Not under /api/, which robots.txt disallows: Google Calendar obeys that file. */
export const CALENDAR_FEEDS_PATH = "/calendar/";

export const MAX_FEEDS = 20;
