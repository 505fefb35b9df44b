import { useWatch } from "react-hook-form";
import { Button } from "#platform/web/ui/button.tsx";
import { useDesk } from "../desk-context.ts";

const PROPOSED = { overdueAfterBusinessMinutes: "5", escalateAfterBusinessMinutes: "15" } as const;

/** A site that is older than these figures keeps its own. */
export function Proposal() {
  const { form } = useDesk();
  const [first, last] = useWatch({
    control: form.control,
    name: ["leads.overdueAfterBusinessMinutes", "leads.escalateAfterBusinessMinutes"],
  });
  const { overdueAfterBusinessMinutes, escalateAfterBusinessMinutes } = PROPOSED;
  if (first === overdueAfterBusinessMinutes && last === escalateAfterBusinessMinutes) return null;
  const use = () => {
    const dirty = { shouldDirty: true, shouldValidate: true };
    form.setValue("leads.overdueAfterBusinessMinutes", overdueAfterBusinessMinutes, dirty);
    form.setValue("leads.escalateAfterBusinessMinutes", escalateAfterBusinessMinutes, dirty);
    // The pressed button goes away.
    form.setFocus("leads.overdueAfterBusinessMinutes");
  };
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>
        We propose {overdueAfterBusinessMinutes} minutes for all and {escalateAfterBusinessMinutes} for one.
      </span>
      <Button variant="outline" size="compact" onClick={use}>
        Use {overdueAfterBusinessMinutes} and {escalateAfterBusinessMinutes}
      </Button>
    </p>
  );
}
