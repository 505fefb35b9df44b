import { Button } from "./button.tsx";
import { Note } from "./note.tsx";

export function LoadError({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Note tone="danger">
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p>{children}</p>
        <Button variant="outline" size="compact" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Note>
  );
}
