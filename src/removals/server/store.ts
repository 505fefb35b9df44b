// What other modules may use of the removals.
export { endHold, findHold, holdSite, isHeld, releaseHold } from "./hold.ts";
export { JournalError, makeJournal, readJournal } from "./journal.ts";
export { journalFile, setAsideOther, writeJournal } from "./journal-file.ts";
export { findJournalKey, journalKey } from "./journal-key.ts";
export { insertRemovals, listRemovals, recordRemovals } from "./record.ts";
export type { RemovalsTable, RemovalsTables } from "./table.ts";
