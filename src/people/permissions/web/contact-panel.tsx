import { type ClipboardEvent, type MouseEvent, useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { EmailLink, PhoneLink } from "#company/shell/web/parts/contact-links.tsx";
import { outsideCallingHours } from "#people/permissions/calling-hours.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { type AskedCall, askedSinceStop, STOPPED_LABELS, stoppedAt } from "#people/permissions/permission.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";

type Stopped = {
  stopped?: readonly Channel[] | undefined;
  /** They never came themselves: what they stopped is shown, and offered to nobody. */
  isShut?: boolean | undefined;
};

type PhoneProps = Stopped & {
  phone: string;
  /** They asked for a call since they stopped them: it may be made, and no other. */
  asked?: AskedCall | undefined;
  /** Of the house. */
  state?: string | undefined;
  /** Asks what came of the call, while the telephone dials. */
  onCall?: (() => void) | undefined;
};

/** A stopped number asks before it is called or copied, any number before it is called at night. */
export function StaffPhone({ phone, stopped, isShut, asked, state, onCall }: PhoneProps) {
  const isOffered = !isShut || stoppedAt(stopped, "phone").length === 0;
  const { guards, dialog } = useQuestion({
    stopped: asked ? [] : stoppedAt(stopped, "phone"),
    text: formatPhone(phone),
    state,
    onCall,
  });
  return (
    <>
      {isOffered ? <PhoneLink phone={phone} {...guards} /> : formatPhone(phone)}
      <StopMarks stopped={stoppedAt(stopped, "phone")} asked={asked} />
      {dialog}
    </>
  );
}

/** A button that dials. Who asked us to stop is not offered it at all. */
export function StaffCall({ phone, stopped, asked, state, onCall }: PhoneProps) {
  const { guards, dialog } = useQuestion({ stopped: [], text: formatPhone(phone), state, onCall });
  const isOffered = asked !== undefined || stoppedAt(stopped, "phone").length === 0;
  return (
    <>
      {isOffered && (
        <ButtonLink {...guards} href={phoneHref(phone)} className="tabular-nums">
          <Icon name="icon-phone" />
          Call {formatPhone(phone)}
        </ButtonLink>
      )}
      <StopMarks stopped={stoppedAt(stopped, "phone")} asked={asked} />
      {dialog}
    </>
  );
}

type EmailProps = Stopped & {
  email: string;
  lineClass?: string;
};

export function StaffEmail({ email, stopped, isShut, lineClass }: EmailProps) {
  const isOffered = !isShut || stoppedAt(stopped, "email").length === 0;
  const { guards, dialog } = useQuestion({ stopped: stoppedAt(stopped, "email"), text: email });
  if (!email) return <span className={`text-muted ${lineClass ?? ""}`}>No e-mail address</span>;
  return (
    <>
      <span className={lineClass} title={lineClass && email}>
        {isOffered ? <EmailLink email={email} {...guards} /> : email}
      </span>
      <StopMarks stopped={stoppedAt(stopped, "email")} />
      {dialog}
    </>
  );
}

export function StopMarks({ stopped, asked }: { stopped: readonly Channel[]; asked?: AskedCall | undefined }) {
  const { timeZone } = useFacts();
  const holding = stopped.filter((channel) => !(asked && channel === "call"));
  return (
    <>
      {asked && <span className="text-small">{askedSinceStop(asked, timeZone)}</span>}
      {holding.length > 0 && (
        <span className="ml-1.5 inline-flex align-middle">
          <Badge tone="danger" size="small" icon="icon-ban">
            {holding.map((channel) => STOPPED_LABELS[channel]).join(". ")}
          </Badge>
        </span>
      )}
    </>
  );
}

type Asked = { what: string; night: string | undefined; run: () => void };

type Questioned = Pick<PhoneProps, "state" | "onCall"> & { stopped: readonly Channel[]; text: string };

function useQuestion({ stopped, text, state, onCall }: Questioned) {
  const { timeZone } = useFacts();
  const [asked, setAsked] = useState<Asked>();
  const ask = (event: MouseEvent<HTMLAnchorElement> | ClipboardEvent<HTMLAnchorElement>) => {
    const { href } = event.currentTarget;
    const isCopy = event.type === "copy";
    const isCall = !isCopy && href.startsWith("tel:");
    const night = isCall ? outsideCallingHours(new Date(), { state, timeZone }) : undefined;
    if (stopped.length === 0 && night === undefined) {
      if (isCall) onCall?.();
      return;
    }
    event.preventDefault();
    const copy = () => void navigator.clipboard?.writeText(text);
    const what = isCopy ? "Copy" : isCall ? "Call" : "Write";
    setAsked({ what, night, run: isCopy ? copy : () => location.assign(href) });
  };
  const isStopped = stopped.length > 0;
  const dialog = asked && (
    <ConfirmDialog
      title={isStopped ? stopped.map((channel) => STOPPED_LABELS[channel]).join(". ") : `It may be ${asked.night}`}
      confirm={{ label: `${asked.what} Anyway` }}
      onConfirm={() => {
        setAsked(undefined);
        asked.run();
        if (asked.what === "Call") onCall?.();
      }}
      onClose={() => setAsked(undefined)}
    >
      {isStopped && (
        <p>
          This person asked us to stop, at <strong className="wrap-anywhere">{text}</strong>. Go on only about a meeting
          that is on, or if they have asked you to since. The permissions of the record say when and in which words.
        </p>
      )}
      {asked.night && (
        <p>
          {isStopped && `It may be ${asked.night}. `}
          People are called between 8 AM and 9 PM where their house is. Go on only if they asked you to call at this
          hour.
        </p>
      )}
    </ConfirmDialog>
  );
  return { guards: { onClick: ask, onCopy: ask }, dialog };
}
