import { Activity, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";

/**
 * Renders its children once, outside the document and without their effects, when the browser has nothing else to do.
 * A browser compiles code when it first runs, so the first dialog a person opens would take longer than the next.
 */
export function WarmUp({ children }: { children: ReactNode }) {
  const [first] = useState(children);
  const [outside] = useState(() => document.createElement("div"));
  return <Activity mode="hidden">{createPortal(first, outside)}</Activity>;
}
