// A calendar feed is a secret URL from which an admin's calendar program reads the meetings repeatedly.

/** Google Calendar obeys robots.txt, which disallows /api/. */
export const CALENDAR_FEEDS_PATH = "/calendar/";

export const MAX_FEEDS = 20;
