import { useEffect, useRef } from "react";

export type SummaryError = { id: string; message: string };

type Props = {
  errors: readonly SummaryError[];
  attempt: number;
  onChoose?: (id: string) => void;
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
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              className="link"
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                onChoose(id);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.closest(".field")?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
