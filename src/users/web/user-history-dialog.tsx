import { timeZone } from "#company/facts.ts";
import { AuditLogDialog } from "#platform/web/dialogs/audit-log-dialog.tsx";
import type { User } from "#users/user.ts";
import { useUserHistory } from "./queries.ts";

export function UserHistoryDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const history = useUserHistory(user._id);
  return (
    <AuditLogDialog
      of={user.email}
      query={history}
      timeZone={timeZone}
      visitor="the account’s owner"
      onClose={onClose}
    />
  );
}
