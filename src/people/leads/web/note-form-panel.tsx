import { MAX_NOTE_LENGTH, newNoteSchema } from "#people/leads/note.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { addNote } from "./queries.ts";

export function NoteForm({ leadId, of }: { leadId: string; of: string }) {
  const form = useSchemaForm(newNoteSchema, { defaultValues: { text: "" } });
  const submission = useSubmit({
    form,
    prefix: `note-${leadId}`,
    mutation: addNote,
    toVariables: (note) => ({ leadId, ...note }),
    onDone: () => form.reset(),
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={submission.onSubmit}
      aria-label={`Add a note about ${of}`}
      className="grid gap-3"
    >
      {submission.refusal && <FormRefusal key={submission.submittedAt}>{submission.refusal}</FormRefusal>}
      <LongTextField
        {...submission.field("text")}
        label="Add a note"
        hint="Only your team sees it. Notes are never changed."
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
      />
      <div>
        <Button type="submit" variant="outline" size="compact" busyLabel={submission.isBusy && "Saving..."}>
          <Icon name="icon-notebook-pen" />
          Add Note
        </Button>
      </div>
    </form>
  );
}
