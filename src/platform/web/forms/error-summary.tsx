import { useEffect, useRef } from "react";

export type SummaryError = { name: string; id: string; message: string };

type Props = {
  errors: readonly SummaryError[];
  attempt: number;
  onChoose?: (error: SummaryError) => void;
};

export function ErrorSummary({ errors, attempt, onChoose = focusField }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const handledAttempt = useRef(0);
  const hasErrors = errors.length > 0;

  useEffect(() => {
    if (!hasErrors || attempt === handledAttempt.current) return;
    handledAttempt.current = attempt;
    box.current?.focus();
  }, [attempt, hasErrors]);

  useEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [hasErrors]);

  if (!hasErrors) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary-title" className="error-summary">
      <h2 id="error-summary-title">There is a problem</h2>
      <ul>
        {errors.map((error) => (
          <li key={error.id}>
            <a
              className="link"
              href={`#${error.id}`}
              onClick={(event) => {
                event.preventDefault();
                onChoose(error);
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function inPageOrder(errors: readonly SummaryError[]): SummaryError[] {
  const ids = Array.from(document.querySelectorAll("[id]"), ({ id }) => id);
  return [...errors].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export function focusField({ id }: Pick<SummaryError, "id">): void {
  const field = document.getElementById(id);
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  field?.closest(".field")?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
