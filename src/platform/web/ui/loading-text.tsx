import { useEffect, useState } from "react";

const SLOW_MS = 3_000;

export function LoadingText({ children }: { children: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="text-muted text-small">
      {children}
      {isSlow && " This takes longer than usual."}
    </p>
  );
}
