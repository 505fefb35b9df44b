export type Finding = {
  /** Bad findings block the upgrade. */
  kind: "good" | "note" | "bad";
  text: string;
  items?: string[];
};

/** The message is for the operator. */
export class NotChecked extends Error {}
