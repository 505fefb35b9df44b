import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { AGREEMENTS, type Agreement, recordOf } from "#company/shell/agreements.ts";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, MarksHelp } from "../fields/fields.tsx";

export function LegalSection() {
  const { field } = useDesk();
  return (
    <>
      <Note>
        <p>
          These texts are a beginning, written for no state in particular. Your lawyer has to read them and confirm
          them. The forms and the pages refer to them, so they cannot be hidden.
        </p>
      </Note>
      <MarksHelp />
      <FieldGroup
        title="Privacy policy"
        text="Below it, the page lists what your settings under Rules keep, and how long."
      >
        <LongTextField {...field("privacy")} label="Privacy policy" rows={16} />
        <ClaimFields path="claims.privacy" about={["privacy"]} what="this privacy policy" canHide={false} />
      </FieldGroup>
      <FieldGroup title="Terms">
        <LongTextField {...field("terms")} label="Terms" rows={16} />
        <ClaimFields path="claims.terms" about={["terms"]} what="these terms" canHide={false} />
      </FieldGroup>
      <PermissionWords />
      <FieldGroup title="Accessibility statement">
        <LongTextField {...field("accessibility")} label="Accessibility statement" rows={16} />
        <ClaimFields path="claims.accessibility" about={["accessibility"]} what="this statement" canHide={false} />
      </FieldGroup>
    </>
  );
}

const WORDS = [
  "permissionWords.booking",
  "permissionWords.text",
  "permissionWords.message",
  "permissionWords.callBack",
] as const;

function PermissionWords() {
  return (
    <FieldGroup
      title="Words of agreement"
      text="What people agree to in the forms. Other words are a new version as soon as you publish them; the old ones stay with the people who agreed to them. {name} stands for your company’s name."
    >
      <Words
        path="permissionWords.booking"
        label="To book a meeting"
        hint={`Beside the box that everyone ticks who books. The form adds “${AGREEMENTS.booking.label}” before it and “${AGREEMENTS.booking.closing}” after it.`}
      />
      <Words
        path="permissionWords.text"
        label="To get text messages"
        hint="Next to its own box, for people who prefer text messages; nobody has to tick it. It says how often you write, what it may cost, how to stop it, and that it is no condition of selling."
      />
      <Words
        path="permissionWords.message"
        label="To write a message"
        hint="In the contact form, where nothing is ticked."
      />
      <Words
        path="permissionWords.callBack"
        label="To be called back"
        hint="Beneath “Call Me Back”, where nothing is ticked. It is about this one call, and lifts no stop."
      />
      <ClaimFields path="claims.permissionWords" about={WORDS} what="these words" canHide={false} />
    </FieldGroup>
  );
}

type WordsProps = {
  path: (typeof WORDS)[number];
  label: string;
  hint: ReactNode;
};

function Words({ path, label, hint }: WordsProps) {
  const { form, field } = useDesk();
  const [words, name] = useWatch({ control: form.control, name: ["permissionWords", "company.name"] });
  const agreement = path.split(".")[1] as Agreement;
  const shown = { name, words };
  return (
    <div className="grid gap-2">
      <LongTextField {...field(path)} label={label} hint={hint} rows={5} />
      <p className="wrap-anywhere text-muted">
        <span className="font-semibold">People read:</span> {recordOf(agreement, shown)}
      </p>
    </div>
  );
}
