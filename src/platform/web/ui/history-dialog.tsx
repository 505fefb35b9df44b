import type { HistoryLine } from "#platform/history.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { HistoryList } from "./history-list.tsx";

type Props = {
  /** Whose history it is. */
  of: string;
  /** Undefined while it is loading. */
  history: readonly HistoryLine[] | undefined;
  hasFailed: boolean;
  timeZone: string;
  onClose: () => void;
};

/** The history of a record that has no page of details. */
export function HistoryDialog({ of, history, hasFailed, timeZone, onClose }: Props) {
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
      {hasFailed ? <p>Failed to load the history</p> : <HistoryList history={history} timeZone={timeZone} />}
    </Dialog>
  );
}
