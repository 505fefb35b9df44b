import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Export, useExport } from "./use-export.ts";

type Props = {
  of: Export;
  query: string;
  isEmpty: boolean;
};

export function ExportButton({ of, query, isEmpty }: Props) {
  const { isRunning, rows, start, cancel } = useExport(of);
  const filters = new URLSearchParams(query);
  filters.delete("page");
  return (
    <>
      <p role="status" className="tabular-nums text-muted text-small empty:-mr-3">
        {isRunning && `${rows.toLocaleString("en-US")} rows`}
      </p>
      {isRunning && (
        <Button variant="outline" size="compact" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button
        size="compact"
        disabled={isEmpty}
        busyLabel={isRunning && "Exporting..."}
        onClick={() => start(filters.toString())}
      >
        <Icon name="icon-download" />
        Export CSV
      </Button>
    </>
  );
}
