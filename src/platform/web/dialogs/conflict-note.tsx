import type { ReactNode } from "react";
import { Note } from "../ui/note.tsx";

/** Stands in a dialog whose record somebody else has changed: what it says now, while one's own text stays. */
export function ConflictNote({ children }: { children: ReactNode }) {
  return (
    <Note tone="warn">
      <div role="alert">
        <p className="font-semibold">Someone else has changed this.</p>
        {children}
        <p>Your own text is still below. Save again to replace theirs.</p>
      </div>
    </Note>
  );
}
