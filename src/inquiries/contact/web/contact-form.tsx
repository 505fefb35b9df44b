import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { shownVersion } from "#company/facts/facts.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownNow, wordsOf } from "#company/shell/agreements.ts";
import { callOrWrite, shownContact } from "#company/shell/shown.ts";
import { CONTACT_LIMITS, SUBJECTS } from "#inquiries/contact/choices.ts";
import { storedAttribution } from "#people/leads/web/attribution.ts";
import { formatPhone } from "#platform/phone.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { useDraft } from "#platform/web/forms/draft.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { VisitorForm, VisitorInput } from "./visitor-input.ts";
import { sendMessage } from "./visitor-queries.ts";

const DRAFT_KEY = "contact-draft";
const ATTEMPT_KEY = "contact-attempt";
const FIELDS = ["name", "email", "phone", "subject", "message"] as const;

const loadSchema = async () => (await import("./visitor-input.ts")).visitorInputSchema;

export function ContactForm() {
  const [sent, setSent] = useState(0);
  const [name, setName] = useState("");
  return (
    <QueryClientProvider client={queryClient}>
      {name && <SentPanel key={sent} name={name} />}
      {/* After each message the form starts empty. */}
      <MessageForm
        key={`message ${sent}`}
        onSent={(sender) => {
          setSent(sent + 1);
          setName(sender);
        }}
        onRefused={() => setName("")}
      />
    </QueryClientProvider>
  );
}

type Props = { onSent: (name: string) => void; onRefused: () => void };

function MessageForm({ onSent, onRefused }: Props) {
  const facts = useFacts();
  const form = useSchemaForm(loadSchema, { mode: "onTouched" });
  const { onSubmit, field, mistakes, attempt, message, isBusy } = useSubmit({
    form,
    mutation: sendMessage,
    toVariables: (message) => ({
      body: {
        ...message,
        notice: { version: facts.permissionWords.version, siteVersion: shownVersion() },
        source: storedAttribution(),
      },
      idempotencyKey: attemptKey(ATTEMPT_KEY, message),
    }),
    onDone: (_answer, { body }) => {
      forget(DRAFT_KEY);
      forget(ATTEMPT_KEY);
      onSent(body.name);
    },
    onRefused,
  });
  useDraft(DRAFT_KEY, form, FIELDS);
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-6" aria-label="Send Us a Message">
      <noscript>
        <p className="note note-warn">
          This form needs JavaScript. Please {callOrWrite(facts)} instead: {shownContact(facts).text}.
        </p>
      </noscript>
      <ErrorSummary errors={mistakes} attempt={attempt} />
      <p className="text-muted text-small">Everything is required unless it says optional.</p>
      <Fields form={form} field={field} />
      {message && <Note tone="danger">{message}</Note>}
      <SendButton isBusy={isBusy} />
    </form>
  );
}

function SendButton({ isBusy }: { isBusy: boolean }) {
  const facts = useFacts();
  const isHydrated = useHydrated();
  return (
    <div>
      {/* Before hydration the button sends nothing, because the page itself cannot handle a post. */}
      <Button type={isHydrated ? "submit" : "button"} variant="lamp" size="hero" busyLabel={isBusy && "Sending..."}>
        Send Message
      </Button>
      <p className="mt-4 text-small">
        {wordsOf("message", shownNow(facts))} See the{" "}
        <a href="/privacy" className="link">
          Privacy Policy
        </a>
        .
      </p>
    </div>
  );
}

type FieldsProps = { form: VisitorForm } & Pick<Submission<VisitorInput, unknown>, "field">;

function Fields({ form: { register, setValue }, field }: FieldsProps) {
  return (
    <>
      <TextField
        {...field("name")}
        label="Name"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={CONTACT_LIMITS.name}
      />
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" />
      <TextField
        {...field("phone", { onBlur: (event) => setValue("phone", formatPhone(event.target.value)) })}
        label="Phone"
        optional
        hint="Used only to answer you"
        type="tel"
        autoComplete="tel-national"
      />
      <SelectField {...field("subject")} label="Subject" options={Object.entries(SUBJECTS)} />
      <LongTextField {...field("message")} label="Message" rows={5} autoComplete="off" />
      <div className="honeypot" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input {...register("website")} id="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}

function SentPanel({ name }: { name: string }) {
  const { words } = useFacts();
  const panel = useRef<HTMLHeadingElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div className="note note-ok mt-6">
      <div>
        <h3 ref={panel} tabIndex={-1}>
          Thank you, {name}. Your message has arrived.
        </h3>
        <p className="mt-2 font-semibold">What happens next</p>
        <ol className="mt-1 list-decimal pl-5">
          <li>You get an e-mail that your message has arrived. Please look in the spam folder if it has not.</li>
          <li>{words.contact.answer}</li>
          {words.contact.urgent && <li>{words.contact.urgent}</li>}
        </ol>
      </div>
    </div>
  );
}
