import { Activity, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";

/** A browser compiles code when it first runs, so the first dialog would open more slowly than the next. */
export function WarmUp({ children }: { children: ReactNode }) {
  const [first] = useState(children);
  const [outside] = useState(() => document.createElement("div"));
  return <Activity mode="hidden">{createPortal(first, outside)}</Activity>;
}
