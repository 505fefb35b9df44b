import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { ownPasswordSchema } from "#accounts/users/credentials.ts";
import { newPasswordSchema, PASSWORD_LENGTH } from "#accounts/users/user.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { confirmWithPassword } from "./link-queries.ts";

const WAYS = {
  password: {
    label: "Password of the account",
    hint: undefined,
    autoComplete: "current-password",
    schema: z.object({ password: ownPasswordSchema }),
    button: "Confirm my address",
    other: "I do not have it: set a new password",
  },
  newPassword: {
    label: "New password",
    hint: `${PASSWORD_LENGTH.shortest} characters or more. It ends every sign-in, link and second factor that the account has.`,
    autoComplete: "new-password",
    schema: z.object({ password: newPasswordSchema("Password is required") }),
    button: "Set it and confirm",
    other: "I have the password",
  },
} as const;

type Way = keyof typeof WAYS;
type Props = { token: string; onDone: () => void };

export function ConfirmPasswordForm(props: Props) {
  const [way, setWay] = useState<Way>("password");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        Is it your account?
      </h1>
      <p className="mt-2 text-muted">
        Someone has made an account with this address. If it was you, enter its password. If it was not, set a new one:
        the account is then yours alone.
      </p>
      <WayForm key={way} {...props} way={way} />
      <p className="mt-6">
        <Button
          variant="link"
          size="compact"
          className="min-h-11"
          onClick={() => setWay(way === "password" ? "newPassword" : "password")}
        >
          {WAYS[way].other}
        </Button>
      </p>
    </>
  );
}

function WayForm({ token, way, onDone }: Props & { way: Way }) {
  const { label, hint, autoComplete, schema, button } = WAYS[way];
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form: useSchemaForm(schema, { defaultValues: { password: "" } }),
    mutation: confirmWithPassword,
    toVariables: ({ password }) => ({ token, [way]: password }),
    onDone,
    nameOf: () => "password",
  });
  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <PasswordField {...field("password")} label={label} hint={hint} autoComplete={autoComplete} required />
      <Button type="submit" variant="lamp" busyLabel={isBusy && "Confirming..."}>
        {button}
      </Button>
    </form>
  );
}
