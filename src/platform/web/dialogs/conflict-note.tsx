import type { ReactNode } from "react";
import { Note } from "../ui/note.tsx";

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
