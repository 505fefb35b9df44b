import type { ComponentProps } from "react";
import { Button } from "../ui/button.tsx";
import { AuditLogList } from "./audit-log-list.tsx";
import { Dialog } from "./dialog.tsx";

type Props = ComponentProps<typeof AuditLogList> & {
  of: string;
  onClose: () => void;
};

export function AuditLogDialog({ of, onClose, ...history }: Props) {
  return (
    <Dialog
      title={`History of ${of}`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <AuditLogList {...history} />
    </Dialog>
  );
}
