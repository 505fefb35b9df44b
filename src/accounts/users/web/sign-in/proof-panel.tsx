import { lazy, Suspense, useEffect, useState } from "react";
import { askForProofBy } from "#platform/web/api.ts";

const ProofDialog = lazy(async () => ({ default: (await import("./proof-dialog.tsx")).ProofDialog }));

/** Rendered once, around every page behind the sign-in: asks if a call of it needs a fresh proof, and the call goes on. */
export function ProofPanel() {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    // Two calls at once are asked once.
    askForProofBy(() => {
      asking ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        asking = undefined;
        setAnswer(undefined);
      });
      return asking;
    });
    return () => askForProofBy(undefined);
  }, []);
  return (
    answer && (
      <Suspense>
        <ProofDialog onDone={() => answer(true)} onClose={() => answer(false)} />
      </Suspense>
    )
  );
}
