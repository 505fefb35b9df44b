import { Activity, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";

const FactorDuePage = lazy(async () => ({ default: (await import("./factor-due-page.tsx")).FactorDuePage }));

/** A factor can become due while a page is open: what is typed there stays, out of sight. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const [isAtWork, setAtWork] = useState(false);
  const isShut = user?.secondFactorDue === true || isAtWork;
  const [wasOpen, setWasOpen] = useState(!isShut);
  const [wasShut, setWasShut] = useState(isShut);
  if (!isShut && !wasOpen) setWasOpen(true);
  if (isShut && !wasShut) setWasShut(true);
  useEffect(() => {
    if (wasShut && !isShut) document.getElementById("main")?.focus({ preventScroll: true });
  }, [wasShut, isShut]);
  return (
    <>
      {isShut && (
        <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
          <FactorDuePage isBefore={wasOpen} onAtWork={setAtWork} />
        </Suspense>
      )}
      {wasOpen && <Activity mode={isShut ? "hidden" : "visible"}>{children}</Activity>}
    </>
  );
}
