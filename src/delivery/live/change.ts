// What a stream says: which records changed, and nothing of what they hold.
import * as z from "zod/mini";

export const EVENTS_PATH = "/api/events";

/** Grows with each change of a record. */
const changeSchema = z.object({ kind: z.string(), id: z.string(), version: z.number() });

export type Change = z.infer<typeof changeSchema>;

export const changesSchema = z.array(changeSchema);

/** The first event. The page asks for another stream before this one ends. */
export const openedSchema = z.object({ endsInSeconds: z.number() });

/** The events beside those without a name, which hold changes. */
export const OPENED = "opened";
/** What changed cannot be told any more, so that the page reads all it shows. */
export const RESET = "reset";

/** The kind of a change of the draft of the site, which has no entry in the audit log. */
export const DRAFT = "site draft";

export const BEAT_MS = 20_000;
