import { useFacts } from "#company/facts/web/use-facts.ts";
import { AGREEMENTS, shownNow, wordsOf } from "#company/shell/agreements.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import type { VisitorForm } from "./visitor-input.ts";

type Props = { id: string; register: VisitorForm["register"]; error: string | undefined };

/** Never ticked in advance; the whole text is visible. */
export function ConsentBox({ id, register, error }: Props) {
  // An unticked box is no mistake until the form is sent: tabbing through its links leaves it.
  const { onBlur: _, ...consent } = register("consent.agreed");
  return <Checkbox {...consent} id={id} label={AGREEMENTS.booking.label} error={error} hint={<Words of="booking" />} />;
}

/** For those who prefer text messages: an agreement of its own, which nobody has to give. */
export function TextsBox({ id, register }: Omit<Props, "error">) {
  return <Checkbox {...register("consent.texts")} id={id} label={AGREEMENTS.text.label} hint={<Words of="text" />} />;
}

/** The closing sentence of both agreements, with links. */
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
