import { useState } from "react";
import { MAX_TRY_WORDS_LENGTH, newTrySchema, TRY_CHANNELS, TRY_OUTCOMES } from "#people/leads/contact-try.ts";
import { randomKey } from "#platform/web/attempt-key.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import type { RowAction } from "#platform/web/lists/row-actions.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { recordTry } from "./queries.ts";

const RECORD = { label: "Record a try", icon: "icon-phone-call" } as const;

export function TriesBadge({ tries = 0 }: { tries?: number | undefined }) {
  if (tries === 0) return null;
  return (
    <Badge
      tone="outline"
      size="small"
      icon="icon-phone-forwarded"
      title="Tries to reach this person about this property"
    >
      <span>
        {tries === 1 ? "1 try" : `${tries.toLocaleString("en-US")} tries`}
        <span className="sr-only"> to reach them</span>
      </span>
    </Badge>
  );
}

export function tryAction(onClick: () => void): RowAction {
  return { name: "try", ...RECORD, onClick };
}

type Props = { leadId: string; of: string };

export function TryButton({ leadId, of }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="compact" className="print:hidden" onClick={() => setIsOpen(true)}>
        <Icon name={RECORD.icon} />
        {RECORD.label}
      </Button>
      {isOpen && <TryDialog leadId={leadId} of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function TryDialog({ leadId, of, onClose }: Props & { onClose: () => void }) {
  const [idempotencyKey] = useState(randomKey);
  const form = useSchemaForm(newTrySchema, { defaultValues: { channel: "call", outcome: "reached", words: "" } });
  const submission = useSubmit({
    form,
    prefix: "try",
    mutation: recordTry,
    toVariables: (made) => ({ leadId, made, idempotencyKey }),
    onDone: onClose,
  });
  const { field } = submission;
  return (
    <FormDialog
      title="Record a Try"
      submit={{ label: "Save Try", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{of}</span>}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field("channel")} label="How" data-autofocus="" options={Object.entries(TRY_CHANNELS)} />
        <SelectField {...field("outcome")} label="What came of it" options={Object.entries(TRY_OUTCOMES)} />
      </div>
      <LongTextField {...field("words")} label="Words" optional maxLength={MAX_TRY_WORDS_LENGTH} />
      <p className="text-muted">
        Reached marks the first contact of everything of this person that waits. The other outcomes only count.
      </p>
    </FormDialog>
  );
}
