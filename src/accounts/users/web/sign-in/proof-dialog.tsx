import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ownFactors, prove } from "../second-factor/queries.ts";

const PASSWORD_WANTED = "Password is required";
const proofSchema = z.object({
  way: z.enum(["password", "code"]),
  proof: z.string().check(z.minLength(1, PASSWORD_WANTED)),
});

export function ProofDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { data: factors } = useQuery(ownFactors);
  const [way, setWay] = useState<"password" | "code">("password");
  const passkey = useMutation({ mutationFn: () => prove("passkey"), onSuccess: onDone });
  const submission = useSubmit({
    form: useSchemaForm(proofSchema, { defaultValues: { way, proof: "" } }),
    mutation: { mutationFn: prove, meta: { fallback: "This did not prove who you are." } },
    toVariables: ({ way, proof }) => (way === "code" ? { code: proof } : { password: proof }),
    onDone,
    nameOf: () => "proof",
  });
  const { form, field } = submission;
  const choose = (chosen: typeof way) => {
    setWay(chosen);
    form.reset({ way: chosen, proof: "" });
  };
  return (
    <FormDialog
      title="Confirm that it is you"
      submit={{ label: "Confirm", busyLabel: "Checking..." }}
      submission={submission}
      keepsInput
      onClose={onClose}
    >
      <p>Your last sign-in was a while ago. Please confirm that it is you before this change.</p>
      {way === "code" ? (
        <TextField
          {...field("proof")}
          label="Code of the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus=""
        />
      ) : (
        <PasswordField {...field("proof")} label="Password" autoComplete="current-password" data-autofocus="" />
      )}
      <p className="flex flex-wrap gap-x-6">
        {factors?.app && (
          <Button variant="link" size="compact" onClick={() => choose(way === "code" ? "password" : "code")}>
            {way === "code" ? "Use the password" : "Use a code of the app"}
          </Button>
        )}
        {factors?.passkeys.some(({ works }) => works) && (
          <Button
            variant="link"
            size="compact"
            busyLabel={passkey.isPending && "Waiting..."}
            onClick={() => passkey.mutate()}
          >
            <Icon name="icon-key-round" />
            Use a passkey
          </Button>
        )}
      </p>
    </FormDialog>
  );
}
