import { type ClipboardEvent, type MouseEvent, useState } from "react";
import { EmailLink, PhoneLink } from "#company/shell/web/parts/contact-links.tsx";
import type { Channel } from "#people/permissions/channels.ts";
import { STOPPED_LABELS, stoppedAt } from "#people/permissions/permission.ts";
import { formatPhone } from "#platform/phone.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";

type Stopped = { stopped?: readonly Channel[] | undefined };

/** A stopped number asks before it is called or copied. */
export function StaffPhone({ phone, stopped }: { phone: string } & Stopped) {
  const { guards, dialog } = useQuestion(stoppedAt(stopped, "phone"), formatPhone(phone));
  return (
    <>
      <PhoneLink phone={phone} {...guards} />
      <StopMarks stopped={stoppedAt(stopped, "phone")} />
      {dialog}
    </>
  );
}

type EmailProps = Stopped & {
  email: string;
  lineClass?: string;
};

export function StaffEmail({ email, stopped, lineClass }: EmailProps) {
  const { guards, dialog } = useQuestion(stoppedAt(stopped, "email"), email);
  if (!email) return <span className={`text-muted ${lineClass ?? ""}`}>No e-mail address</span>;
  return (
    <>
      <span className={lineClass} title={lineClass && email}>
        <EmailLink email={email} {...guards} />
      </span>
      <StopMarks stopped={stoppedAt(stopped, "email")} />
      {dialog}
    </>
  );
}

export function StopMarks({ stopped }: { stopped: readonly Channel[] }) {
  return stopped.map((channel) => (
    <span key={channel} className="ml-1.5 inline-flex align-middle">
      <Badge tone="danger" size="small" icon="icon-ban">
        {STOPPED_LABELS[channel]}
      </Badge>
    </span>
  ));
}

function useQuestion(stopped: readonly Channel[], text: string) {
  const [next, setNext] = useState<{ what: string; run: () => void }>();
  if (stopped.length === 0) return { guards: {}, dialog: null };
  const ask = (event: MouseEvent<HTMLAnchorElement> | ClipboardEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    setNext(
      event.type === "copy"
        ? { what: "Copy", run: () => void navigator.clipboard?.writeText(text) }
        : { what: href.startsWith("mailto:") ? "Write" : "Call", run: () => location.assign(href) },
    );
  };
  const dialog = next && (
    <ConfirmDialog
      title={stopped.map((channel) => STOPPED_LABELS[channel]).join(". ")}
      confirm={{ label: `${next.what} Anyway` }}
      onConfirm={() => {
        setNext(undefined);
        next.run();
      }}
      onClose={() => setNext(undefined)}
    >
      <p>
        This person asked us to stop, at <strong className="wrap-anywhere">{text}</strong>. Go on only about a meeting
        that is on, or if they have asked you to since. The permissions of the record say when and in which words.
      </p>
    </ConfirmDialog>
  );
  return { guards: { onClick: ask, onCopy: ask }, dialog };
}
