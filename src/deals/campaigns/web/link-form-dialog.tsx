import * as z from "zod/mini";
import { type Link, type NewLink, newLinkSchema } from "#deals/campaigns/admin.ts";
import { versionSchema } from "#platform/version.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { addLink, changeLink } from "./queries.ts";

const linkFormSchema = z.extend(newLinkSchema, { version: versionSchema });
const NEW: NewLink = {
  name: "",
  target: "/book-meeting",
  source: "postcard",
  medium: "print",
  campaign: "",
  isRetired: false,
};

export function AddLinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const form = useSchemaForm(linkFormSchema, { defaultValues: NEW });
  const submission = useSubmit({
    form,
    prefix: "link",
    mutation: addLink,
    toVariables: (link) => link,
    onDone: onClose,
  });
  return (
    <LinkDialog
      title="Create Short Link"
      submitLabel="Make Link"
      submission={submission}
      address={address}
      onClose={onClose}
    />
  );
}

type EditProps = { address: string; link: Link; onClose: () => void };

export function EditLinkDialog({ address, link, onClose }: EditProps) {
  const form = useSchemaForm(linkFormSchema, { defaultValues: link });
  const submission = useSubmit({
    form,
    prefix: "link",
    mutation: changeLink,
    toVariables: (change) => change,
    onDone: onClose,
    conflictOf: (error) => conflictIn<Link>(error, "link"),
  });
  return (
    <LinkDialog
      title="Edit Short Link"
      submitLabel="Save Changes"
      submission={submission}
      known={link.name}
      conflict={submission.conflict}
      address={address}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submitLabel: string;
  submission: Submission<z.input<typeof linkFormSchema>, z.output<typeof linkFormSchema>>;
  /** The name of an existing link cannot change, but the link can be retired. */
  known?: string;
  conflict?: Link | undefined;
  address: string;
  onClose: () => void;
};

function LinkDialog({ title, submitLabel, submission, known, conflict, address, onClose }: Props) {
  const { field } = submission;
  const text = (name: keyof NewLink, label: string, hint: string, optional = false) => (
    <TextField
      {...field(name)}
      label={label}
      hint={hint}
      optional={optional}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus={name === (known ? "target" : "name") ? "" : undefined}
    />
  );

  return (
    <FormDialog
      title={title}
      submit={{ label: submitLabel, busyLabel: "Saving..." }}
      submission={submission}
      conflict={
        conflict && (
          <p className="wrap-anywhere">
            It now leads to {conflict.target} as{" "}
            {[conflict.source, conflict.medium, conflict.campaign].filter(Boolean).join(" · ")}
            {conflict.isRetired && ", and is retired"}.
          </p>
        )
      }
      onClose={onClose}
    >
      {known ? (
        <p className="wrap-anywhere">
          For <strong>{withoutScheme(address + known)}</strong>
        </p>
      ) : (
        text("name", "Name", `People type ${withoutScheme(address)} and this name. It cannot be changed later.`)
      )}
      {text("target", "Page", "The page of this site it leads to, such as /book-meeting.")}
      {text("source", "Source", "What people hold or see: postcard, sign, radio.")}
      {text("medium", "Medium", "What kind of advertising that is: print, outdoor.", true)}
      {text("campaign", "Campaign", "Which one it was: elm-street-spring.")}
      {known && (
        <SelectField
          {...field("isRetired", { setValueAs: (value) => String(value) === "true" })}
          label="Status"
          hint="A retired link still works, because printed links stay in use for years."
          options={[
            ["false", "In use"],
            ["true", "Retired"],
          ]}
        />
      )}
    </FormDialog>
  );
}

/** Printed addresses have no scheme, because nobody types https:// from a postcard. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, "");
}
