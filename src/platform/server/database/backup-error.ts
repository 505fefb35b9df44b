/** The message is for the person who named the file or the database. */
export class BackupError extends Error {}
