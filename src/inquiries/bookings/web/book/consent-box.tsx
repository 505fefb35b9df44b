import { useFacts } from "#company/facts/web/use-facts.ts";
import { AGREEMENTS, shownNow, wordsOf } from "#company/shell/agreements.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import type { VisitorInput } from "./visitor-input.ts";

export type ConsentProps = Pick<Submission<VisitorInput, unknown>, "field">;

/** The box is never ticked in advance, and the whole text is visible. */
export function ConsentBox({ field }: ConsentProps) {
  // An unticked box is no mistake until the form is sent: tabbing through its links leaves it.
  const { onBlur: _, ...consent } = field("consent.agreed");
  return <Checkbox {...consent} label={AGREEMENTS.booking.label} hint={<Words of="booking" />} />;
}

/** Text messages need an agreement of their own, which nobody has to give. */
export function TextsBox({ field }: ConsentProps) {
  return <Checkbox {...field("consent.texts")} label={AGREEMENTS.text.label} hint={<Words of="text" />} />;
}

function Words({ of }: { of: "booking" | "text" }) {
  const facts = useFacts();
  return (
    <>
      {wordsOf(of, shownNow(facts))} See{" "}
      <a className="link" href="/privacy">
        Privacy Policy
      </a>{" "}
      and{" "}
      <a className="link" href="/terms">
        Terms
      </a>
      .
    </>
  );
}
