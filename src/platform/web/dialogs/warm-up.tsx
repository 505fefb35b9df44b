import { Activity, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";

export function WarmUp({ children }: { children: ReactNode }) {
  const [first] = useState(children);
  const [outside] = useState(() => document.createElement("div"));
  return <Activity mode="hidden">{createPortal(first, outside)}</Activity>;
}
