import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { SignedIn } from "#accounts/users/credentials.ts";
import { codeSchema, recoveryCodeSchema } from "#accounts/users/second-factor.ts";
import { ApiError } from "#platform/web/api.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { answerWithPasskey, giveFactor } from "../sign-in/queries.ts";
import type { AskedFactor } from "./browser-passkeys.ts";

type StepProps = {
  asked: AskedFactor;
  onDone: (signedIn: SignedIn) => void;
  onBack: () => void;
};

export default function SecondStepForm({ asked, onDone, onBack }: StepProps) {
  const { methods } = asked;
  const has = (method: (typeof methods)[number]) => methods.includes(method);
  const [isRecovering, setRecovering] = useState(!has("code") && !has("passkey"));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onRefused = (error: Error) => {
    if (error instanceof ApiError && error.code === "challenge_ended") onBack();
  };
  const step = { asked, onDone, onRefused };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        Is it you?
      </h1>
      <p className="mt-2 text-muted">The password is right. Your account also asks for a second factor.</p>
      {methods.length === 0 && (
        <div className="mt-6">
          <Note tone="warn">
            Your passkeys were made for another address of this site. Ask another admin to remove your second factor, or
            run npm run admin on the server.
          </Note>
        </div>
      )}
      {!isRecovering && has("passkey") && <PasskeyStep {...step} isFirst={!has("code")} />}
      {!isRecovering && has("code") && <CodeStep key="code" {...step} name="code" />}
      {isRecovering && has("recoveryCode") && <CodeStep key="recoveryCode" {...step} name="recoveryCode" />}
      <p className="mt-6 flex flex-wrap gap-x-6">
        {has("recoveryCode") && (has("code") || has("passkey")) && (
          <Button variant="link" size="compact" className="min-h-11" onClick={() => setRecovering(!isRecovering)}>
            {isRecovering ? "Use another way" : "Use a recovery code"}
          </Button>
        )}
        <Button variant="link" size="compact" className="min-h-11" onClick={onBack}>
          Back to the password
        </Button>
      </p>
    </>
  );
}

type FieldStepProps = Omit<StepProps, "onBack"> & {
  name: "code" | "recoveryCode";
  onRefused: (error: Error) => void;
};

const FIELDS = {
  code: {
    label: "Code of the app",
    hint: "Six digits, from your authenticator app.",
    schema: z.object({ code: codeSchema }),
  },
  recoveryCode: {
    label: "Recovery code",
    hint: "One of the ten that you have kept. It works once.",
    schema: z.object({ recoveryCode: recoveryCodeSchema }),
  },
};

function CodeStep({ asked: { challenge }, name, onDone, onRefused }: FieldStepProps) {
  const { label, hint, schema } = FIELDS[name];
  const form = useSchemaForm<Partial<Record<typeof name, string>>, Partial<Record<typeof name, string>>>(
    schema as never,
    { defaultValues: { [name]: "" } },
  );
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form,
    mutation: giveFactor,
    toVariables: (given) => ({ challenge, ...given }),
    onDone,
    onRefused,
  });
  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <TextField
        {...field(name)}
        label={label}
        hint={hint}
        autoComplete={name === "code" ? "one-time-code" : "off"}
        inputMode={name === "code" ? "numeric" : "text"}
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="lamp" busyLabel={isBusy && "Loading..."}>
        Sign In
      </Button>
    </form>
  );
}

function PasskeyStep({
  asked,
  onDone,
  onRefused,
  isFirst,
}: Omit<StepProps, "onBack"> & { onRefused: (error: Error) => void; isFirst: boolean }) {
  const { mutate, isPending } = useMutation({ ...answerWithPasskey, onSuccess: onDone, onError: onRefused });
  return (
    <div className="mt-6 grid">
      <Button
        variant={isFirst ? "lamp" : "outline"}
        busyLabel={isPending && "Waiting..."}
        onClick={() => mutate(asked)}
      >
        <Icon name="icon-key-round" className="size-5" />
        Use a passkey
      </Button>
    </div>
  );
}
