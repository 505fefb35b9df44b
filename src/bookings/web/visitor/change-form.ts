import type { ManagedMeeting, ManageNotice } from "#bookings/managed-meeting.ts";

/** What has just happened to a meeting that its visitor manages. */
export type ChangeResult = "moved" | "cancelled" | "unchanged" | "changed meanwhile";

/** What the forms for moving and for cancelling are given. */
export type ChangeFormProps = {
  token: string;
  meeting: ManagedMeeting;
  /** `notice` is the e-mail that says the same. */
  onDone: (outcome: ChangeResult, notice?: ManageNotice) => void;
  /** The visitor leaves it as it is. */
  onKeep: () => void;
};
