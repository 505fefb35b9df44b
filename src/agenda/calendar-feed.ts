// A calendar feed: a secret address at which a calendar program of an admin reads the meetings, and reads them again.
import * as z from "zod/mini";
import { lineSchema } from "#platform/text.ts";

/**
 * Where feeds are read. Not under /api/, which robots.txt forbids: Google Calendar keeps to that file and would read
 * nothing there.
 */
export const CALENDAR_FEEDS_PATH = "/calendar/";

export const MOST_FEEDS = 20;
const LONGEST_NAME = 60;

export const newFeedSchema = z.object({ name: lineSchema(LONGEST_NAME, "Please name the calendar") });

export type NewFeed = z.infer<typeof newFeedSchema>;

/** A feed as its owner sees it: never with its secret. */
export const feedSchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** When a program last read it, to within a quarter of an hour; null where none has. */
  lastReadAt: z.nullable(z.string()),
});

export type Feed = z.infer<typeof feedSchema>;

export const feedsSchema = z.object({ success: z.literal(true), feeds: z.array(feedSchema) });

export type Feeds = z.infer<typeof feedsSchema>;

/** Answered once, when a feed is made. */
export const madeFeedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  feed: feedSchema,
  url: z.string(),
});

export type MadeFeed = z.infer<typeof madeFeedSchema>;
