import type { RefObject } from "react";
import { CONSENT_LABEL, CONSENT_VERSION, findConsentText } from "#bookings/consent.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";

type Props = {
  id: string;
  ref: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onChange: () => void;
};

/** Never ticked for anybody; the whole text is in view. */
export function ConsentBox({ id, ref, error, onChange }: Props) {
  const [before = "", after = ""] = (findConsentText(CONSENT_VERSION) ?? "").split("See Privacy Policy and Terms.");
  return (
    <Checkbox
      id={id}
      ref={ref}
      name="consent"
      label={CONSENT_LABEL}
      error={error}
      onChange={onChange}
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
