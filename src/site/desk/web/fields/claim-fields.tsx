import { get, useWatch } from "react-hook-form";
import { CLAIM_STATE_LABELS, type Claim, isLeft, isSample } from "#company/facts/claims.ts";
import type { ClaimPart } from "#company/facts/form/form.ts";
import { aboutClaim } from "#company/facts/form/labels.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { isDeepEqual } from "#platform/merging/merge.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useDesk } from "../desk-context.ts";
import { placed } from "../desk-input.ts";

type Props = Pick<ClaimPart, "claim" | "what" | "canHide"> & { at: readonly number[] };

export function ClaimFields({ claim: declared, what, canHide, at }: Props) {
  const { form, field, saved } = useDesk();
  // The form declares a claim under this path.
  const path = placed(declared, at) as "claims.phone";
  const about = aboutClaim(declared).map((each) => placed(each, at) as "company.phone");
  const claim = useWatch({ control: form.control, name: path }) as Claim | undefined;
  const content = useWatch({ control: form.control, name: about }) as unknown[];
  if (!claim) return null;
  const isChanged = about.some((name, index) => !isDeepEqual(get(saved, name), content[index]));
  const confirm = () => form.setValue(`${path}.state`, "confirmed", { shouldDirty: true });
  return (
    <div className="grid gap-4 border-line border-t pt-4">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <SelectField
          {...field(`${path}.state`)}
          label="Status"
          options={[
            get(saved, `${path}.state`) === "unconfirmed"
              ? ["unconfirmed", CLAIM_STATE_LABELS.unconfirmed]
              : ["sample", "Sample, marked as one"],
            ["confirmed", "Confirmed, it is true"],
            ...(canHide ? [["hidden", "Hidden, not on the site"] as const] : []),
          ]}
        />
        {claim.state === "confirmed" && (
          <TextField
            {...field(`${path}.source`)}
            label="Source"
            optional={!declared.startsWith("figures")}
            maxLength={FACT_LIMITS.source}
          />
        )}
      </div>
      {claim.state === "confirmed" && (
        <Confirmation claim={claim} isNew={isChanged || get(saved, `${path}.state`) !== claim.state} />
      )}
      {isLeft(claim) && isChanged && (
        <Note>
          <p>You changed this. {isSample(claim) && "The site marks it as long as it is a sample."}</p>
          <Button variant="outline" size="compact" className="mt-2 min-h-11" onClick={confirm}>
            <Icon name="icon-check" />
            Confirm {what}
          </Button>
        </Note>
      )}
    </div>
  );
}

function Confirmation({ claim: { confirmedBy, confirmedAt }, isNew }: { claim: Claim; isNew: boolean }) {
  const { timeZone } = useFacts();
  if (isNew || !confirmedBy) return <p className="text-muted">You confirm it when you save the draft.</p>;
  const { day } = wallClock(new Date(confirmedAt), timeZone);
  return (
    <p className="wrap-anywhere text-muted">
      Confirmed by {confirmedBy} on {formatDay(day, "short")}
    </p>
  );
}
