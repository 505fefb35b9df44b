import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { callOrWrite, shownContact } from "#company/shell/shown.ts";
import {
  REQUEST_KINDS,
  REQUEST_LIMITS,
  requestInputSchema,
  VERIFICATION_DAYS,
} from "#deals/privacy/privacy-request.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { sendRequest } from "./queries.ts";

const ATTEMPT_KEY = "privacy-request-attempt";
const KINDS = Object.entries(REQUEST_KINDS).map(([kind, { asked }]) => [kind, asked] as const);

const visitorInputSchema = z.extend(requestInputSchema, { website: z.optional(z.string()) });

export function RequestForm() {
  const [email, setEmail] = useState("");
  return email ? <SentPanel email={email} onAgain={() => setEmail("")} /> : <AskForm onSent={setEmail} />;
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const facts = useFacts();
  const isHydrated = useHydrated();
  const form = useSchemaForm(visitorInputSchema, { mode: "onTouched" });
  const { onSubmit, field, mistakes, attempt, refusal, isBusy } = useSubmit({
    form,
    mutation: sendRequest,
    toVariables: (request) => ({ body: request, idempotencyKey: attemptKey(ATTEMPT_KEY, request) }),
    onDone: (_answer, { body }) => {
      forget(ATTEMPT_KEY);
      onSent(body.email);
    },
  });
  const { register } = form;
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-6" aria-label="Your request">
      <noscript>
        <p className="note note-warn">
          This form needs JavaScript. Please {callOrWrite(facts)} instead: {shownContact(facts).text}.
        </p>
      </noscript>
      <ErrorSummary errors={mistakes} attempt={attempt} />
      <TextField
        {...field("email")}
        label="Email"
        hint="The address that you gave. The link is sent to it."
        type="email"
        autoComplete="email"
      />
      <SelectField {...field("kind")} label="What do you ask for?" options={KINDS} emptyLabel="Choose one" />
      <LongTextField
        {...field("words")}
        label="Anything that helps"
        optional
        hint="For example what is wrong, and how it should read. Please no passwords or account numbers."
        rows={4}
        autoComplete="off"
        maxLength={REQUEST_LIMITS.words}
      />
      <div className="honeypot" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input {...register("website")} id="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {refusal && <Note tone="danger">{refusal}</Note>}
      <div>
        {/* Before hydration the button does not submit, because the page cannot handle a POST. */}
        <Button type={isHydrated ? "submit" : "button"} busyLabel={isBusy && "Sending..."}>
          Send Request
        </Button>
      </div>
    </form>
  );
}

/** It is the same for every address, so that it does not reveal whether the address is known. */
function SentPanel({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="note note-ok mt-6">
      <div className="min-w-0">
        <h3 ref={heading} tabIndex={-1}>
          Please look in your mailbox
        </h3>
        <p className="wrap-anywhere mt-2">
          An e-mail to {email} is on its way. Open its link and confirm within {VERIFICATION_DAYS} days: only then does
          it begin. Please look in the spam folder if it has not come in an hour; after several requests it can take
          longer.
        </p>
        <p className="mt-4">
          <Button variant="outline" onClick={onAgain}>
            Another request
          </Button>
        </p>
      </div>
    </div>
  );
}
