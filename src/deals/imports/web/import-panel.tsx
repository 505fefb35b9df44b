import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { IMPORT_LIMITS, type ImportAnswer, type ImportMode, type ImportReport } from "#platform/csv-import.ts";
import { ApiError, callApi, errorText } from "#platform/web/api.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";

type Props = {
  /** "bookings"; `one` is "booking". */
  many: string;
  one: string;
  path: string;
  list: string;
  columns: readonly string[];
  required: readonly string[];
  /** Whether its lines are people who may wait for an answer. */
  isOfPeople?: boolean;
  children?: ReactNode;
};

type ToSend = { mode: ImportMode; file: File; isNew?: boolean };
type ImportState = ToSend & { report: ImportReport };

/** Matches the server's time limit for the largest file. */
const TIMEOUT_MS = 60_000;
const MAX_SHOWN_PROBLEMS = 100;
const MEGABYTE = 1024 * 1024;

/** Checks a file and lists all errors before it can be imported. */
function useImport(path: string, fieldId: string) {
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState<string>();
  const [outcome, setOutcome] = useState<ImportState>();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: async ({ mode, file: chosen, isNew = false }: ToSend): Promise<ImportState> => {
      const { report } = await callApi<ImportAnswer>(`${path}?mode=${mode}${isNew ? "&new=true" : ""}`, {
        method: "POST",
        // Windows sends a CSV file with the type of Excel.
        file: new Blob([chosen], { type: "text/csv" }),
        timeoutMs: TIMEOUT_MS,
      });
      return { mode, report, file: chosen, isNew };
    },
    onSuccess: (done) => {
      setOutcome(done);
      if (done.mode === "import") void client.invalidateQueries();
    },
    // A file that passed the check can fail at the import, for example if a slot was booked since.
    onError: (error, { file: chosen }) => {
      const report = error instanceof ApiError ? (error.body.report as ImportReport | undefined) : undefined;
      if (report) setOutcome({ mode: "check", report, file: chosen });
    },
    meta: { fallback: "Failed to read the file" },
  });
  const check = () => {
    const reason = !file ? "Please choose a file" : tooLarge(file);
    setMissing(reason);
    setOutcome(undefined);
    if (!file || reason) document.getElementById(fieldId)?.focus();
    else send.mutate({ mode: "check", file });
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setMissing(undefined);
    setOutcome(undefined);
    send.reset();
  };
  return { outcome, missing, choose, check, send };
}

export function ImportPanel({ many, one, path, list, columns, required, isOfPeople = false, children }: Props) {
  const id = useId();
  const [isNew, setNew] = useState(false);
  const fieldId = `${id}-file`;
  const { outcome, missing, choose, check, send } = useImport(path, fieldId);
  const isChecking = send.isPending && send.variables.mode === "check";
  return (
    <section className="card min-w-0" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-h3 first-letter:uppercase">
        {many}
      </h2>
      <div className="mt-2 grid gap-4">
        {children}
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center link">
            Columns<span className="sr-only"> of a file of {many}</span>
          </summary>
          <p className="text-muted">
            Needed: {required.join(", ")}. Taken where they are there:{" "}
            {columns.filter((column) => !required.includes(column)).join(", ")}. In any order, in capitals or not;
            others are left out.
          </p>
        </details>
        <TextField
          id={fieldId}
          label={`CSV file of ${many}`}
          hint={`In UTF-8, up to ${IMPORT_LIMITS.bytes / MEGABYTE} MB and ${IMPORT_LIMITS.rows.toLocaleString("en-US")} records.`}
          error={missing}
          type="file"
          accept=".csv,text/csv"
          controlClass="cursor-pointer file:mr-3 file:cursor-pointer file:border file:border-current file:px-3 file:py-0.5 file:font-semibold"
          onChange={(event) => {
            setNew(false);
            choose(event.target.files?.[0]);
          }}
        />
        <Button
          variant="outline"
          size="compact"
          className="justify-self-start"
          busyLabel={isChecking && "Checking..."}
          disabled={send.isPending}
          onClick={check}
        >
          <Icon name="icon-file-check" />
          Check File
          <span className="sr-only"> of {many}</span>
        </Button>
        {send.error && !outcome && (
          <Note tone="danger">
            <p role="alert">{errorText(send.error, "Failed to read the file")}</p>
          </Note>
        )}
        {outcome && (
          <Report outcome={outcome} many={many} one={one} list={list}>
            {isOfPeople && (
              <Checkbox
                id={`${id}-new`}
                label="These are new"
                hint="They wait for the first contact from now on, and staff get one e-mail about all of them."
                checked={isNew}
                disabled={send.isPending}
                onChange={(event) => setNew(event.target.checked)}
              />
            )}
            <Button
              size="compact"
              busyLabel={send.isPending && "Importing..."}
              onClick={() => send.mutate({ mode: "import", file: outcome.file, isNew })}
            >
              <Icon name="icon-file-up" />
              Import {counted(outcome.report.made, one, many)}
            </Button>
          </Report>
        )}
      </div>
    </section>
  );
}

type ReportProps = { outcome: ImportState; many: string; one: string; list: string; children: ReactNode };

/** Moves the focus to the report, because the person waits for it. */
function Report({ outcome: { mode, report, isNew }, many, one, list, children }: ReportProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, made, skipped, wrongLines, problems, unknownColumns } = report;
  const isDone = mode === "import";
  const hasProblems = problems.length > 0;
  const isNothing = !isDone && !hasProblems && made === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each report
  useEffect(() => heading.current?.focus(), [report]);
  return (
    <div className="grid gap-3">
      <h3 ref={heading} tabIndex={-1} className="text-label">
        {isDone
          ? "Imported"
          : hasProblems
            ? "Not ready to import"
            : isNothing
              ? "Nothing to import"
              : "Ready to import"}
      </h3>
      <Note tone={hasProblems ? "danger" : isDone ? "ok" : "info"}>
        {isNothing ? (
          <p>{nothingText(rows, one, many)}</p>
        ) : (
          <p>
            {counted(rows, "record", "records")} in the file: {counted(made, one, many)} {isDone ? "made" : "to make"},{" "}
            {skipped.length.toLocaleString("en-US")} there already, {counted(wrongLines, "line", "lines")} wrong.
          </p>
        )}
        {hasProblems && <p>Nothing is imported until every line is right.</p>}
        {problems.length === IMPORT_LIMITS.problems && (
          <p>
            The first {counted(problems.length, "problem", "problems")} are named below. Put them right and check again
            to see if there are more.
          </p>
        )}
        {isDone && isNew && <p>Those without an answer wait for the first contact, and staff are told.</p>}
        {isDone && (
          <p>
            <Link to={list} className="link">
              Look at the {many}
            </Link>
          </p>
        )}
      </Note>
      {unknownColumns.length > 0 && (
        <p className="wrap-anywhere">Left out, because these columns mean nothing here: {unknownColumns.join(", ")}.</p>
      )}
      {hasProblems && (
        <Lines
          title="What is wrong"
          lines={problems.map(({ line, column, reason }) => ({ line, text: column ? `${column}: ${reason}` : reason }))}
        />
      )}
      {skipped.length > 0 && (
        <Lines title="Already there" lines={skipped.map(({ line, reason }) => ({ line, text: reason }))} />
      )}
      {!isDone && !hasProblems && !isNothing && <div className="grid justify-items-start gap-3">{children}</div>}
    </div>
  );
}

function nothingText(rows: number, one: string, many: string): string {
  if (rows === 0) return "There are no records in the file.";
  return rows === 1
    ? `The ${one} in the file is there already.`
    : `All ${counted(rows, one, many)} in the file are there already.`;
}

function Lines({ title, lines }: { title: string; lines: readonly { line: number; text: string }[] }) {
  const [shown, setShown] = useState(MAX_SHOWN_PROBLEMS);
  return (
    <div className="min-w-0">
      <h4 className="font-semibold">{title}</h4>
      <ul className="panel-list mt-1">
        {lines.slice(0, shown).map(({ line, text }) => (
          <li key={`${line} ${text}`} className="wrap-anywhere">
            <span className="tabular-nums font-semibold">Line {line}</span> {text}
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <Button variant="outline" size="compact" onClick={() => setShown(shown * 10)}>
          Show more of {lines.length.toLocaleString("en-US")}
        </Button>
      )}
    </div>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

function tooLarge({ size }: File): string | undefined {
  return size > IMPORT_LIMITS.bytes ? `The file is larger than ${IMPORT_LIMITS.bytes / MEGABYTE} MB` : undefined;
}
