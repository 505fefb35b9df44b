// A calendar feed: a secret address at which a calendar program of an admin reads the meetings, and reads them again.

/**
 * Where feeds are read. Not under /api/, which robots.txt forbids: Google Calendar keeps to that file and would read
 * nothing there.
 */
export const CALENDAR_FEEDS_PATH = "/calendar/";

export const MAX_FEEDS = 20;
