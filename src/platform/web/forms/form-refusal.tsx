import { useEffect, useRef } from "react";
import { Note } from "../ui/note.tsx";

export function FormRefusal({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Note tone="danger">{children}</Note>
    </div>
  );
}
