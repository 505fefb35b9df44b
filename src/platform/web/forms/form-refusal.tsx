import { useEffect, useRef } from "react";
import { Note } from "../ui/note.tsx";

/** The reason of a refusal, still visible after the toast. Takes the focus, which the disabled button lost. */
export function FormRefusal({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Note tone="danger">{children}</Note>
    </div>
  );
}
