import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type FieldErrors as FormErrors, type UseFormReturn, useForm } from "react-hook-form";
import {
  CONTACT_LIMITS,
  CONTACT_NOTICE,
  type ContactMessageSent,
  type ContactForm as ContactValues,
  contactFormSchema,
  SUBJECTS,
} from "#contact/contact.ts";
import { storedAttribution } from "#leads/web/queries.ts";
import { formatPhone } from "#platform/phone.ts";
import { ApiError, callApi, errorText } from "#platform/web/api.ts";
import { useDraft } from "#platform/web/forms/draft.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input, Textarea } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { randomKey } from "#platform/web/random-key.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";

const DRAFT = "contact-draft";
const FIELDS = ["name", "email", "phone", "subject", "message"] as const;
const FAILED = "Failed to send message. Please try again.";

type Form = UseFormReturn<ContactValues, unknown, Parsed>;
type Parsed = (typeof contactFormSchema)["_zod"]["output"];

export function ContactForm() {
  const isHydrated = useHydrated();
  const form = useForm<ContactValues, unknown, Parsed>({
    mode: "onTouched",
    shouldFocusError: false,
    resolver: standardSchemaResolver(contactFormSchema),
  });
  const { submit, isSending, failure, sentTo, attempt } = useSending(form);
  useDraft(DRAFT, form, FIELDS);

  return (
    <>
      {sentTo && <SentPanel name={sentTo} />}
      <form method="post" noValidate onSubmit={submit} className="mt-6 grid gap-6" aria-label="Send Us a Message">
        <noscript>
          <p className="note note-warn">
            This form needs JavaScript. The phone and the e-mail address on this page do not.
          </p>
        </noscript>
        <ErrorSummary errors={attempt > 0 ? summaryOf(form.formState.errors) : []} attempt={attempt} />
        <p className="text-muted text-small">Everything is required unless it says optional.</p>
        <Fields form={form} />
        {failure && <Note tone="danger">{failure}</Note>}
        <div>
          {/* Until React is here the button sends nothing: the page would put what was typed nowhere. */}
          <Button
            type={isHydrated ? "submit" : "button"}
            variant="lamp"
            size="hero"
            busyLabel={isSending && "Sending..."}
          >
            Send Message
          </Button>
          <p className="mt-4 text-small">
            {CONTACT_NOTICE} See our{" "}
            <a href="/privacy" className="link">
              Privacy Policy
            </a>
            .
          </p>
        </div>
      </form>
    </>
  );
}

function Fields({ form }: { form: Form }) {
  const { register, setValue, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field id="name" label="Name" error={errors.name?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...register("name")}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={CONTACT_LIMITS.name}
          />
        )}
      </Field>
      <Field id="email" label="Email" error={errors.email?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...register("email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
          />
        )}
      </Field>
      <Field id="phone" label="Phone" optional hint="We use it only to answer you" error={errors.phone?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...register("phone", { onBlur: (event) => setValue("phone", formatPhone(event.target.value)) })}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
          />
        )}
      </Field>
      <Field id="subject" label="Subject" error={errors.subject?.message}>
        {(wiring) => <Select {...wiring} {...register("subject")} options={Object.entries(SUBJECTS)} />}
      </Field>
      <Field id="message" label="Message" error={errors.message?.message}>
        {(wiring) => <Textarea {...wiring} {...register("message")} rows={5} autoComplete="off" />}
      </Field>
      <div className="honeypot" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}

/** One message at a time, nothing typed is lost, and a repeat of the same attempt is known as one. */
function useSending(form: Form) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const [sentTo, setSentTo] = useState("");
  const [attempt, setAttempt] = useState(0);
  const busy = useRef(false);
  const key = useRef({ value: "", for: "" });

  const send = async (values: Parsed, website: string) => {
    setSending(true);
    setFailure("");
    try {
      const body = { ...values, source: storedAttribution(), website };
      const answer = await callApi<ContactMessageSent>("/api/contact", {
        method: "POST",
        body,
        idempotencyKey: keyFor(values),
      });
      form.reset();
      forget(DRAFT);
      setAttempt(0);
      setSentTo(values.name);
      showToast({ title: "Message Sent!", description: answer.message });
    } catch (error) {
      const text = errorText(error, FAILED);
      setSentTo("");
      setFailure(text);
      showToast({ title: "Error", description: text, tone: "destructive" });
      if (error instanceof ApiError && error.status === 400) {
        showFieldErrors(form, error);
        setAttempt((count) => count + 1);
      }
    } finally {
      setSending(false);
    }
  };

  /** The same words sent again after a failure are the same message; changed words are another. */
  const keyFor = (values: Parsed) => {
    const text = JSON.stringify(values);
    if (key.current.for !== text) key.current = { value: randomKey(), for: text };
    return key.current.value;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const website = new FormData(event.currentTarget).get("website");
    await form.handleSubmit(
      (values) => send(values, typeof website === "string" ? website : ""),
      () => setAttempt((count) => count + 1),
    )(event);
    busy.current = false;
  };

  return { submit, isSending, failure, sentTo, attempt };
}

function SentPanel({ name }: { name: string }) {
  const panel = useRef<HTMLHeadingElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div className="note note-ok mt-6">
      <div>
        <h3 ref={panel} tabIndex={-1}>
          Thank you, {name}. Your message is with us.
        </h3>
        <p className="mt-2 font-semibold">What happens next</p>
        <ol className="mt-1 list-decimal pl-5">
          <li>You get an e-mail that your message has arrived. Please look in the spam folder if it has not.</li>
          <li>A person reads it and answers within one business day, the way you wrote to us.</li>
          <li>If it is urgent, call us: we pick up during opening hours.</li>
        </ol>
      </div>
    </div>
  );
}

function showFieldErrors(form: Form, error: ApiError): void {
  for (const field of FIELDS) {
    const message = error.fields[field];
    if (message) form.setError(field, { message });
  }
}

function summaryOf(errors: FormErrors<ContactValues>) {
  return FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ id: field, message }] : [];
  });
}
