import { useEffect, useRef } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { ALTERNATIVES, ANSWERS, type Answer, OFFER_LIMITS } from "#deals/offers/offer.ts";
import type { ShownOffer } from "#deals/offers/seller.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { type AnswerInput, answerInputSchema, EMPTY_ANSWER } from "./answer-input.ts";
import { presentOf, sendAnswer } from "./queries.ts";

const FORMS: Record<Answer, { text: string; optional: boolean; button: string; busy: string }> = {
  yes: {
    text: "Anything to add",
    optional: true,
    button: "Send my yes",
    busy: "Sending...",
  },
  question: {
    text: "Your question",
    optional: false,
    button: "Send my question",
    busy: "Sending...",
  },
  counter: {
    text: "Why you think so",
    optional: true,
    button: "Send my proposal",
    busy: "Sending...",
  },
  no: {
    text: "Your reason",
    optional: true,
    button: "Send my answer",
    busy: "Sending...",
  },
};

type Props = { answer: Answer; token: string; offer: ShownOffer; onDone: () => void; onClose: () => void };

export function AnswerForm({ answer, token, offer, onDone, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { text, optional, button, busy } = FORMS[answer];
  const form = useSchemaForm(answerInputSchema(answer, token), { defaultValues: EMPTY_ANSWER });
  const { onSubmit, isBusy, refusal, field } = useSubmit({
    form,
    prefix: "answer",
    mutation: sendAnswer,
    toVariables: (sent) => sent,
    onDone,
    isShownElsewhere: (error) => presentOf(error) !== undefined,
    onRefused: (error) => {
      if (presentOf(error)) onClose();
    },
    nameOf: (path) => (path === "amountCents" ? "amount" : path),
  });

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={onSubmit} aria-labelledby="answer-heading">
      <h3 id="answer-heading" ref={heading} tabIndex={-1}>
        {ANSWERS[answer]}
      </h3>
      <p>{useFacts().words.offers[answer]}</p>
      {answer === "yes" && <WhatAndWhen offer={offer} form={form} field={field} />}
      {answer === "counter" && (
        <TextField
          {...field("amount")}
          label="The sum that you have in mind"
          hint="In dollars"
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <LongTextField {...field("text")} label={text} optional={optional} rows={3} maxLength={OFFER_LIMITS.text} />
      {refusal && <Note tone="danger">{refusal}</Note>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={answer === "yes" ? "lamp" : "brand"} busyLabel={isBusy && busy}>
          {button}
        </Button>
        <Button variant="outline" onClick={onClose} disabled={isBusy}>
          Back
        </Button>
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useSchemaForm<typeof EMPTY_ANSWER, unknown>>;

function WhatAndWhen({
  offer: { content, figures },
  form,
  field,
}: Pick<Submission<AnswerInput, unknown>, "field"> & {
  offer: ShownOffer;
  form: Pick<Form, "watch" | "setValue">;
}) {
  const { later } = figures;
  const isLater = later !== undefined && form.watch("alternative") === "later";
  const days = isLater ? (content.later?.closingDays ?? []) : content.closingDays;
  return (
    <>
      {later && (
        <SelectField
          {...field("alternative", { onChange: () => form.setValue("closingDay", "") })}
          label="What you accept"
          options={[
            ["cash", `${ALTERNATIVES.cash}: ${formatCents(figures.cash.cents)}`],
            ["later", `${ALTERNATIVES.later}: ${formatCents(later.cents)}`],
          ]}
        />
      )}
      <SelectField
        {...field("closingDay")}
        label="Closing day"
        emptyLabel="Let us agree on it"
        options={days.map((day) => [day, formatDay(day, "full")] as const)}
      />
    </>
  );
}
