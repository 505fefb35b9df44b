import type { ManagedMeeting, ManageNotice } from "#inquiries/bookings/managed-meeting.ts";

export type ChangeResult = "moved" | "cancelled" | "unchanged" | "changed by others";

export type ChangeFormProps = {
  token: string;
  meeting: ManagedMeeting;
  /** `notice` describes the e-mail about the change. */
  onDone: (outcome: ChangeResult, notice?: ManageNotice) => void;
  /** The visitor closes the form without a change. */
  onKeep: () => void;
};
