import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Mail } from "#delivery/mail/admin.ts";
import type { MailState } from "#delivery/mail/mail.ts";
import { formatDay, formatInstant, formatTime } from "#platform/dates.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useRetryMail } from "./queries.ts";

const TO: Record<Mail["audience"], string> = {
  staff: "To staff",
  visitor: "To the visitor",
  account: "To the account",
};

export function MailItem({ mail, title = mail.label }: { mail: Mail; title?: ReactNode }) {
  const retry = useRetryMail();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold">{title}</p>
        <p className="break-words text-muted">{mail.recipient ?? TO[mail.audience]}</p>
        {mail.meeting && <p className="text-muted">For the meeting on {meetingText(mail.meeting)}</p>}
        {mail.lastError && mail.state !== "sent" && <p className="break-words text-muted">{mail.lastError}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <MailBadge mail={mail} />
        <MailTime mail={mail} />
        {mail.state === "failed" && (
          <Button
            variant="outline"
            size="compact"
            busyLabel={retry.isPending && "Sending..."}
            onClick={() => retry.mutate({ id: mail._id })}
          >
            <Icon name="icon-rotate-ccw" className="size-4" />
            Retry
            <span className="sr-only">
              : {mail.label} to {mail.recipient}
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}

const BADGES: Record<MailState, BadgeLook & { word: string }> = {
  waiting: { tone: "outline", word: "To come", icon: "icon-clock" },
  sent: { tone: "ok", word: "Sent", icon: "icon-check" },
  failed: { tone: "danger", word: "Failed", icon: "icon-triangle-alert" },
  withdrawn: { tone: "outline", word: "Not needed", icon: "icon-ban" },
};

const WRITTEN = { tone: "warn", word: "Written to a file, not sent", icon: "icon-file-text" } as const;

function MailBadge({ mail: { state, transport } }: { mail: Mail }) {
  const { word, ...look } = state === "sent" && transport === "outbox" ? WRITTEN : BADGES[state];
  return <Badge {...look}>{word}</Badge>;
}

function meetingText({ date, time }: NonNullable<Mail["meeting"]>): string {
  return `${formatDay(date, "weekday")} at ${formatTime(time)}`;
}

function MailTime({ mail }: { mail: Mail }) {
  const { timeZone } = useFacts();
  const at = mail.settledAt ?? mail.nextTryAt ?? mail.dueAt;
  return (
    <time dateTime={at} className="tabular-nums">
      {formatInstant(new Date(at), timeZone)}
    </time>
  );
}
