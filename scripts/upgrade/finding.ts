export type Finding = {
  /** Bad findings block the upgrade. */
  kind: "good" | "note" | "bad";
  text: string;
  items?: string[];
  /** How long the migrations take. */
  ms?: number;
};

/** The message is for the operator. */
export class NotChecked extends Error {}
