import type { ManagedMeeting } from "#bookings/managed-meeting.ts";

/** What has just happened to a meeting that its visitor manages. */
export type Outcome = "moved" | "cancelled" | "unchanged" | "changed meanwhile";

/** What the forms for moving and for cancelling are given. */
export type ChangeFormProps = {
  token: string;
  meeting: ManagedMeeting;
  onDone: (outcome: Outcome) => void;
  /** The visitor leaves it as it is. */
  onKeep: () => void;
};
