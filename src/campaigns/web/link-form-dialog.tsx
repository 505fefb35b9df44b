import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { type Link, type LinkForm, linkFormSchema } from "#campaigns/admin.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { FieldsDialog } from "#platform/web/dialogs/fields-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useAddLink, useChangeLink } from "./queries.ts";

const IDS = {
  name: "link-name",
  target: "link-target",
  source: "link-source",
  medium: "link-medium",
  campaign: "link-campaign",
};
const NEW: LinkForm = {
  name: "",
  target: "/book-meeting",
  source: "postcard",
  medium: "print",
  campaign: "",
  isRetired: false,
};

export function AddLinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const add = useAddLink();
  return (
    <LinkDialog
      title="Make Short Link"
      submitLabel="Make Link"
      fallback="Failed to make the link"
      address={address}
      start={NEW}
      save={async (form) => {
        await add.mutateAsync(form);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type EditProps = { address: string; link: Link; onClose: () => void };

export function EditLinkDialog({ address, link, onClose }: EditProps) {
  const change = useChangeLink();
  const [version, setVersion] = useState(link.version);
  const conflict = conflictIn<Link>(change.error, "link");
  if (conflict && conflict.version !== version) setVersion(conflict.version);
  return (
    <LinkDialog
      title="Edit Short Link"
      submitLabel="Save Changes"
      fallback="Failed to change the link"
      isKnown
      conflict={conflict}
      address={address}
      start={link}
      save={async (form) => {
        await change.mutateAsync({ ...form, version });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submitLabel: string;
  fallback: string;
  /** The link is there already: its name stays, and it may be retired. */
  isKnown?: boolean;
  /** The link as somebody else has left it. */
  conflict?: Link | undefined;
  /** What stands before the name on paper. */
  address: string;
  start: LinkForm;
  save: (form: LinkForm) => Promise<void>;
  onClose: () => void;
};

function LinkDialog({ title, submitLabel, fallback, isKnown, conflict, address, start, save, onClose }: Props) {
  const form = useForm<LinkForm>({
    resolver: standardSchemaResolver(linkFormSchema) as unknown as Resolver<LinkForm>,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const text = (name: keyof typeof IDS, label: string, hint: string, optional = false) => (
    <Field id={IDS[name]} label={label} hint={hint} optional={optional} error={errors[name]?.message}>
      {(wiring) => (
        <Input
          {...wiring}
          {...form.register(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={name === (isKnown ? "target" : "name") ? "" : undefined}
        />
      )}
    </Field>
  );

  return (
    <FieldsDialog
      title={title}
      submit={{ label: submitLabel, busyLabel: "Saving..." }}
      form={form}
      ids={IDS}
      send={save}
      fallback={fallback}
      isSaid={(error) => conflictIn(error as Error, "link") !== undefined}
      onClose={onClose}
    >
      {conflict && (
        <ConflictNote>
          <p className="wrap-anywhere">
            It now leads to {conflict.target} as{" "}
            {[conflict.source, conflict.medium, conflict.campaign].filter(Boolean).join(" · ")}
            {conflict.isRetired && ", and is retired"}.
          </p>
        </ConflictNote>
      )}
      {isKnown ? (
        <p className="wrap-anywhere">
          For <strong>{asPrinted(address + start.name)}</strong>
        </p>
      ) : (
        text("name", "Name", `People type ${asPrinted(address)} and this name. It cannot be changed later.`)
      )}
      {text("target", "Page", "The page of this site it leads to, such as /book-meeting.")}
      {text("source", "Source", "What people hold or see: postcard, sign, radio.")}
      {text("medium", "Medium", "What kind of advertising that is: print, outdoor.", true)}
      {text("campaign", "Campaign", "Which one it was: elm-street-spring.")}
      {isKnown && (
        <Field
          id="link-isRetired"
          label="Status"
          hint="A retired link leads on as before, because paper lies around for years."
        >
          {(wiring) => (
            <Select
              {...wiring}
              {...form.register("isRetired", { setValueAs: (value) => String(value) === "true" })}
              options={[
                ["false", "In use"],
                ["true", "Retired"],
              ]}
            />
          )}
        </Field>
      )}
    </FieldsDialog>
  );
}

/** As it is printed: nobody types https:// off a postcard. */
export function asPrinted(address: string): string {
  return address.replace(/^https?:\/\//, "");
}
