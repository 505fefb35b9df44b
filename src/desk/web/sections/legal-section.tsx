import { Note } from "#platform/web/ui/note.tsx";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, MarkedTextField } from "../fields/fields.tsx";

export function LegalSection() {
  return (
    <>
      <Note>
        <p>
          These texts are a beginning, written for no state in particular. Your lawyer has to read them and confirm
          them. The forms refer to them, so they cannot be hidden.
        </p>
      </Note>
      <FieldGroup title="Privacy policy">
        <MarkedTextField path="privacy" label="Privacy policy" rows={16} />
        <ClaimFields path="claims.privacy" about={["privacy"]} what="this privacy policy" canHide={false} />
      </FieldGroup>
      <FieldGroup title="Terms">
        <MarkedTextField path="terms" label="Terms" rows={16} />
        <ClaimFields path="claims.terms" about={["terms"]} what="these terms" canHide={false} />
      </FieldGroup>
    </>
  );
}
