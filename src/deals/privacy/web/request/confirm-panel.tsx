import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import { REQUEST_KINDS, type RequestConfirmed } from "#deals/privacy/privacy-request.ts";
import { formatDay } from "#platform/dates.ts";
import { errorText } from "#platform/web/api.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { confirmRequest } from "./queries.ts";

/** Opening the link changes nothing, because mail scanners open links too. */
export function ConfirmPanel({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation(confirmRequest);
  if (data) return <Confirmed confirmed={data} />;
  return (
    <div className="prose">
      <p className="lot-label">Privacy</p>
      <h1>Confirm your request</h1>
      <p>
        You asked about the data that is stored about your e-mail address. With one press you confirm that the address
        and the request are yours.
      </p>
      {error && (
        <div className="mt-6" role="alert">
          <Note tone="danger">{errorText(error, confirmRequest.meta?.fallback ?? "")}</Note>
        </div>
      )}
      <p className="flex flex-wrap gap-3">
        <Button onClick={() => mutate(token)} busyLabel={isPending && "Confirming..."}>
          Confirm my request
        </Button>
      </p>
      <p>If it was not you, close this page: nothing happens, and the request is deleted.</p>
      <p>
        Rather talk to a person? <CallOrWriteLinks start="Call" />.
      </p>
    </div>
  );
}

function Confirmed({ confirmed: { kind, dueDay, isNew } }: { confirmed: RequestConfirmed }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="prose">
      <h1 ref={heading} tabIndex={-1}>
        {isNew ? "Thank you. Your request has arrived." : "This request was confirmed before."}
      </h1>
      <dl>
        <dt className="text-muted">You asked for</dt>
        <dd>{REQUEST_KINDS[kind].label}</dd>
        <dt className="mt-2 text-muted">Answer by</dt>
        <dd>
          <time dateTime={dueDay}>{formatDay(dueDay, "full")}</time>
        </dd>
      </dl>
      <p>A person answers you by e-mail. You need not do anything else.</p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
      </p>
    </div>
  );
}
