export type Finding = {
  /** Bad: the upgrade has to wait for it. */
  kind: "good" | "note" | "bad";
  text: string;
  items?: string[];
};

/** The database cannot be looked at. The message is for the person who asked. */
export class NotChecked extends Error {}
