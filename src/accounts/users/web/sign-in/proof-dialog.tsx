import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ownFactors, prove } from "../second-factor/queries.ts";

const PASSWORD_WANTED = "Password is required";
const proofSchema = z.object({
  way: z.enum(["password", "code"]),
  given: z.string().check(z.minLength(1, PASSWORD_WANTED)),
});

export function ProofDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { data: factors } = useQuery(ownFactors);
  const [way, setWay] = useState<"password" | "code">("password");
  const passkey = useMutation({ mutationFn: () => prove("passkey"), onSuccess: onDone });
  const submission = useSubmit({
    form: useSchemaForm(proofSchema, { defaultValues: { way, given: "" } }),
    ids: { given: "proof" },
    mutation: { mutationFn: prove, meta: { fallback: "This did not prove who you are." } },
    toVariables: ({ way, given }) => (way === "code" ? { code: given } : { password: given }),
    onDone,
    pathOf: () => way,
  });
  const { form, errorOf } = submission;
  const choose = (chosen: typeof way) => {
    setWay(chosen);
    form.reset({ way: chosen, given: "" });
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
      <Field id="proof" label={way === "code" ? "Code of the app" : "Password"} error={errorOf("given")}>
        {(wiring) =>
          way === "code" ? (
            <Input
              {...wiring}
              {...form.register("given")}
              autoComplete="one-time-code"
              inputMode="numeric"
              data-autofocus=""
            />
          ) : (
            <PasswordInput {...wiring} {...form.register("given")} autoComplete="current-password" data-autofocus="" />
          )
        }
      </Field>
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
