import type { ComponentProps } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "./dialog.tsx";
import { HistoryList } from "./history-list.tsx";

type Props = ComponentProps<typeof HistoryList> & {
  /** Whose history it is. */
  of: string;
  onClose: () => void;
};

/** The history of a record that has no page of details. */
export function HistoryDialog({ of, onClose, ...history }: Props) {
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
      <HistoryList {...history} />
    </Dialog>
  );
}
