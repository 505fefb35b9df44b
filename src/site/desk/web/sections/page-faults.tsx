import { useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { faultsIn, type PageFault } from "#company/facts/pages/doorways.ts";
import type { Facts } from "#company/facts/schema.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { useDesk } from "../desk-context.ts";
import { type DeskInput, toFacts } from "../desk-input.ts";

/** The server checks the same when a draft is published. */
export function pageFaults(facts: Facts): PageFault[] {
  return faultsIn(facts, Object.values(US_STATES));
}

export function useFaults(): PageFault[] {
  const { form } = useDesk();
  const input = useDeferredValue(useWatch({ control: form.control }) as DeskInput);
  return useMemo(() => pageFaults(toFacts(input) as Facts), [input]);
}

export function FaultNote({ faults }: { faults: readonly PageFault[] }) {
  if (faults.length === 0) return null;
  return (
    <Note tone="warn">
      <p className="font-semibold">This cannot be published yet.</p>
      <ul className="list-disc pl-5">
        {faults.map(({ message }) => (
          <li key={message} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}
