import type { User } from "#accounts/users/user.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { AuditLogDialog } from "#platform/web/dialogs/audit-log-dialog.tsx";
import { useUserHistory } from "./queries.ts";

export function UserHistoryDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { timeZone } = useFacts();
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
