import { useMay } from "../hooks/use-session.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Export, useExport } from "./use-export.ts";

type Props = {
  of: Export;
  query: string;
  isEmpty: boolean;
  label?: string;
};

export function ExportButton({ of, query, isEmpty, label = "Export CSV" }: Props) {
  const { isRunning, rows, start, cancel } = useExport(of);
  const may = useMay();
  const filters = new URLSearchParams(query);
  for (const name of ["page", "limit"]) filters.delete(name);
  if (!may("take-out")) return null;
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
        {label}
      </Button>
    </>
  );
}
