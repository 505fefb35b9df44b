import { encode } from "uqr";
import * as z from "zod/mini";
import { codeSchema, type FactorAdded, type NewApp } from "#accounts/users/second-factor.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";
import { confirmApp } from "./queries.ts";

type Props = {
  app: NewApp;
  onDone: (added: FactorAdded) => void;
  onClose: () => void;
};

const codeFormSchema = z.object({ code: codeSchema });

export function AppDialog({ app: { secret, url }, onDone, onClose }: Props) {
  const submission = useSubmit({
    form: useSchemaForm(codeFormSchema, { defaultValues: { code: "" } }),
    prefix: "app",
    mutation: confirmApp,
    toVariables: ({ code }) => code,
    onDone,
  });
  return (
    <FormDialog
      title="Set Up an Authenticator App"
      submit={{ label: "Confirm", busyLabel: "Checking..." }}
      submission={submission}
      keepsInput
      onClose={onClose}
    >
      <p>Scan this with an authenticator app on your phone, or type the key into it.</p>
      <QrCode text={url} />
      <div>
        <p className="field-label">Key</p>
        <p className="wrap-anywhere font-mono">{secret.replace(/.{4}(?=.)/g, "$& ")}</p>
        <div className="mt-2">
          <CopyButton text={secret} variant="outline" size="compact">
            Copy the key
          </CopyButton>
        </div>
      </div>
      <TextField
        {...submission.field("code")}
        label="Code"
        hint="Six digits that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus=""
      />
    </FormDialog>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the key below"
      className="mx-auto block w-48 rounded-control bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
