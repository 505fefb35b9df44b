import { useEffect, useRef } from "react";
import { Note } from "../ui/note.tsx";

/** Why a form was refused, to be read after the toast has gone. Takes the focus, which the button lost while it was busy. */
export function FormRefusal({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Note tone="danger">{children}</Note>
    </div>
  );
}
