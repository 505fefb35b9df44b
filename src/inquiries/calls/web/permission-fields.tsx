import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { CHANNEL_LABELS, CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { verbalQuestion } from "#people/permissions/verbal.ts";
import { inSentence } from "#platform/text.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { FieldsProps } from "./call-fields.tsx";
import { useKnownCallers } from "./queries.ts";

const NONE: readonly Channel[] = [];

/** An empty box leaves the permission unknown. A tick does not lift a stop. */
export function PermissionFields({ form, field, wiringOf }: FieldsProps) {
  const facts = useFacts();
  const { control, setValue } = form;
  const [phone, email] = useWatch({ control, name: ["phone", "email"] });
  const { stopped = NONE } = useKnownCallers({ phone, email }).data ?? {};
  useEffect(() => {
    for (const channel of stopped) setValue(`consent.${channel}`, false);
  }, [stopped, setValue]);
  return (
    <fieldset className="grid gap-3">
      <legend className="legend mb-1.5">Permission</legend>
      <p className="text-muted">
        If you asked “{verbalQuestion(facts)}”, mark what they said yes to. The words and your mark are kept as the
        proof.
      </p>
      <div className="flex flex-wrap gap-x-6">
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={`${CHANNEL_LABELS[channel]}${stopped.includes(channel) ? " (stopped)" : ""}`}
            {...(stopped.includes(channel)
              ? { ...wiringOf(`consent.${channel}`), checked: false, disabled: true }
              : field(`consent.${channel}`))}
          />
        ))}
      </div>
      <div role="status">{stopped.length > 0 && <StoppedWarning stopped={stopped} />}</div>
    </fieldset>
  );
}

/** The contact form has fewer fields, but does not ask for permission to send texts. */
function StoppedWarning({ stopped }: { stopped: readonly Channel[] }) {
  const path = stopped.includes("text") ? "/book-meeting" : "/contact";
  const names = stopped.map((channel) => inSentence(CHANNEL_LABELS[channel])).join(", ");
  return (
    <Note tone="warn">
      <p>
        They asked us to stop: {names}. Only they can lift that, by agreeing again on the form. Send them its address,
        or read it out: <strong className="wrap-anywhere">{`${location.host}${path}`}</strong>
      </p>
      <div className="mt-2">
        <CopyButton text={`${location.origin}${path}`} variant="outline" size="compact">
          Copy the Address
        </CopyButton>
      </div>
    </Note>
  );
}
