import { lazy, Suspense, useEffect, useState } from "react";
import { askForProofBy } from "#platform/web/api.ts";

const ProofDialog = lazy(async () => ({ default: (await import("./proof-dialog.tsx")).ProofDialog }));

export function ProofPanel() {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    // Two calls at once ask for one proof.
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
