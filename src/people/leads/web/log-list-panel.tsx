import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { type LogEntry, logTitle, TAKE_BACK_MINUTES } from "#people/leads/log.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { LogButton, LogDialog } from "./log-panel.tsx";
import { takeBackLog, useLog } from "./queries.ts";

/** What came of each try to reach the person of a lead, and the button that writes the next. */
export function LogPanel({ leadId, of }: { leadId: string; of: string }) {
  const { data, isError, refetch } = useLog(leadId);
  const { mutate, isPending } = useMutation(takeBackLog);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const takeBack = ({ leadId, _id: logId }: LogEntry) => {
    const focusButton = () => panel.current?.querySelector<HTMLElement>("[data-action=log]")?.focus();
    if (!isPending) mutate({ leadId, logId }, { onSuccess: focusButton });
  };
  return (
    <div ref={panel}>
      {isError && <LoadError onRetry={() => refetch()}>Failed to load the log</LoadError>}
      {!data && !isError && <Skeleton className="h-8 w-full" />}
      {data?.log.length === 0 && <p className="text-muted">Nobody has tried to reach them yet.</p>}
      {data && data.log.length > 0 && (
        <ol className="panel-list">
          {data.log.map((entry) => (
            <Entry key={entry._id} entry={entry} onTakeBack={() => takeBack(entry)} />
          ))}
        </ol>
      )}
      <div className="mt-2">
        <LogButton onClick={() => setIsOpen(true)} />
      </div>
      {isOpen && <LogDialog leadId={leadId} of={of} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const MINUTE_MS = 60_000;

function Entry({ entry, onTakeBack }: { entry: LogEntry; onTakeBack: () => void }) {
  const { words, by, at } = entry;
  const isFresh = useNow().getTime() - Date.parse(at) < TAKE_BACK_MINUTES * MINUTE_MS;
  return (
    <li>
      <p className="font-semibold">{logTitle(entry)}</p>
      {words && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
      <p className="wrap-anywhere text-muted text-small">
        {by}, <Instant at={at} />
      </p>
      {isFresh && (
        <Button
          variant="quiet"
          size="compact"
          className="-ml-3 print:hidden"
          title={`Undoes all that followed from it. Possible for ${TAKE_BACK_MINUTES} minutes`}
          aria-label={`Take back: ${logTitle(entry)}`}
          onClick={onTakeBack}
        >
          <Icon name="icon-undo-2" className="size-4" />
          Take Back
        </Button>
      )}
    </li>
  );
}
