import { CONSENT_LABEL, CONSENT_VERSION, findConsentText } from "#bookings/consent.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import type { VisitorForm } from "./visitor-input.ts";

type Props = { id: string; register: VisitorForm["register"]; error: string | undefined };

/** Never ticked for anybody; the whole text is in view. */
export function ConsentBox({ id, register, error }: Props) {
  const [before = "", after = ""] = (findConsentText(CONSENT_VERSION) ?? "").split("See Privacy Policy and Terms.");
  // Not to tick it is no mistake until the form is sent: its links are behind it.
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
