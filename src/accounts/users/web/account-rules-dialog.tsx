import { type AccountRules, accountRulesSchema, REGISTRATION_LABELS } from "#accounts/users/account-rules.ts";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { FactorRuleFields } from "./factor-rule-fields.tsx";
import { changeAccountRules, useAccountRules } from "./invitation-queries.ts";

const TITLE = "Rules for Accounts";

export function AccountRulesDialog({ onClose }: { onClose: () => void }) {
  const rules = useAccountRules();
  if (rules.data) return <RulesForm rules={rules.data} onClose={onClose} />;
  return (
    <Dialog
      title={TITLE}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <LoadState query={rules} what="the rules" fallback="Failed to load the rules for accounts" />
    </Dialog>
  );
}

function RulesForm({ rules, onClose }: { rules: AccountRules; onClose: () => void }) {
  const submission = useSubmit({
    form: useSchemaForm(accountRulesSchema, { defaultValues: rules }),
    prefix: "rules",
    mutation: changeAccountRules,
    toVariables: (changed) => changed,
    onDone: onClose,
  });
  const { field } = submission;
  return (
    <FormDialog
      title={TITLE}
      submit={{ label: "Save Rules", busyLabel: "Saving..." }}
      submission={submission}
      onClose={onClose}
    >
      <SelectField
        {...field("registration")}
        label="Registration"
        hint="Accounts that are there stay as they are. While it is closed, the page says whom to ask."
        options={Object.entries(REGISTRATION_LABELS)}
      />
      <FactorRuleFields field={field} />
      <TextField
        {...field("exportRowsADay", { valueAsNumber: true })}
        label="Rows a day that one may take out"
        hint="With exports, prints and keys. Above it a person proves again who it is, a key waits until midnight, and you hear of it once. Only owners change it."
        type="number"
        min={0}
      />
    </FormDialog>
  );
}
