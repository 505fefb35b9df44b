import { CONSENT_LABEL, CONSENT_VERSION, findConsentText } from "#bookings/consent.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import type { VisitorForm } from "./visitor-input.ts";

type Props = { id: string; register: VisitorForm["register"]; error: string | undefined };

/** Never ticked in advance; the whole text is visible. */
export function ConsentBox({ id, register, error }: Props) {
  const [before = "", after = ""] = (findConsentText(CONSENT_VERSION) ?? "").split("See Privacy Policy and Terms.");
  // An unticked box is no mistake until the form is sent: tabbing through its links leaves it.
  const { onBlur: _, ...consent } = register("consent.agreed");
  return (
    <Checkbox
      {...consent}
      id={id}
      label={CONSENT_LABEL}
      error={error}
      hint={
        <>
          {before}See{" "}
          <a className="link" href="/privacy">
            Privacy Policy
          </a>{" "}
          and{" "}
          <a className="link" href="/terms">
            Terms
          </a>
          .{after}
        </>
      }
    />
  );
}
