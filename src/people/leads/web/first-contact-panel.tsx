import { useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import {
  businessMinutes,
  durationText,
  FIRST_CONTACT_FAILED,
  type Inquiry,
  isLongWait,
  isOverdue,
  waitText,
} from "#people/leads/inquiry.ts";
import { formatDay, formatInstant, wallClock } from "#platform/dates.ts";
import { errorText } from "#platform/web/api.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { useNow } from "#platform/web/hooks/use-now.ts";
import type { RowAction } from "#platform/web/lists/row-actions.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useLeadRules } from "./queries.ts";
import { TriesBadge, TryButton } from "./try-panel.tsx";

const MARK = { label: "Mark first contact", icon: "icon-phone-outgoing" } as const;
const UNDO = { label: "Undo first contact", icon: "icon-undo-2" } as const;

type InquiryProps = {
  inquiry: Inquiry;
  isOpen: boolean;
};

export function InquiryAge({ inquiry: { waitingSince, firstContact }, isOpen }: InquiryProps) {
  const facts = useFacts();
  const now = useNow();
  const rules = useLeadRules();
  if (firstContact)
    return (
      <Badge
        tone="quiet"
        size="small"
        icon="icon-phone-outgoing"
        title={firstContact.minutes === undefined ? undefined : "Counted in business hours"}
      >
        {firstContact.minutes === undefined ? (
          "First contact made"
        ) : (
          <span>
            First contact after <Duration minutes={firstContact.minutes} />
          </span>
        )}
      </Badge>
    );
  if (!isOpen || waitingSince === undefined) return null;
  const since = new Date(waitingSince);
  const minutes = businessMinutes(since, now, rules);
  const title = waitText(facts, since, minutes);
  const wait = isLongWait(minutes) ? <DayOf instant={since} /> : <Duration minutes={minutes} />;
  if (isOverdue(minutes, rules))
    return (
      <Badge tone="warn" size="small" icon="icon-triangle-alert" title={title}>
        <span>Overdue: waiting {wait}</span>
      </Badge>
    );
  return (
    <Badge tone="outline" size="small" icon="icon-clock" title={title}>
      <span>Waiting {wait}</span>
    </Badge>
  );
}

function Duration({ minutes }: { minutes: number }) {
  return (
    <>
      <span className="whitespace-nowrap">{durationText(minutes)}</span>
      <span className="sr-only"> of business hours</span>
    </>
  );
}

function DayOf({ instant }: { instant: Date }) {
  const { timeZone } = useFacts();
  return <span className="whitespace-nowrap">since {formatDay(wallClock(instant, timeZone).day, "brief")}</span>;
}

type Actions = {
  onMark: () => void;
  onUndo: () => void;
};

export function firstContactAction({ firstContact }: Inquiry, { onMark, onUndo }: Actions): RowAction {
  return { name: "first-contact", ...(firstContact ? UNDO : MARK), onClick: firstContact ? onUndo : onMark };
}

type UndoProps = {
  inquiry: Inquiry;
  of: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** The time of the first contact is recorded once, and a stray click must not delete it. */
export function UndoFirstContactDialog({ inquiry: { firstContact }, of, onConfirm, onClose }: UndoProps) {
  const { timeZone } = useFacts();
  if (!firstContact) return null;
  return (
    <ConfirmDialog
      title="Undo First Contact"
      confirm={{ label: "Undo" }}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>
        The first contact with <strong className="wrap-anywhere">{of}</strong>, marked{" "}
        {formatInstant(new Date(firstContact.at), timeZone)}, no longer counts: its time and who marked it are removed
        here and from the analytics. Only the history keeps them.
      </p>
    </ConfirmDialog>
  );
}

type Props = InquiryProps & {
  of: string;
  tries: number | undefined;
  onChange: (contacted: boolean) => void;
  isBusy: boolean;
  error: Error | null;
};

export function FirstContactPanel({ inquiry, of, tries, isOpen, onChange, isBusy, error }: Props) {
  const facts = useFacts();
  const [isAsking, setIsAsking] = useState(false);
  const { waitingSince, firstContact } = inquiry;
  const { label, icon } = firstContact ? UNDO : MARK;
  const now = useNow();
  const rules = useLeadRules();
  const since = isOpen && !firstContact && waitingSince !== undefined ? new Date(waitingSince) : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <InquiryAge inquiry={inquiry} isOpen={isOpen} />
        {firstContact && (
          <time dateTime={firstContact.at} className="text-muted">
            {formatInstant(new Date(firstContact.at), facts.timeZone)}
          </time>
        )}
        {since && <span className="text-muted">{waitText(facts, since, businessMinutes(since, now, rules))}</span>}
        {!firstContact && !since && <span>None was marked.</span>}
        <Button
          variant="outline"
          size="compact"
          className="print:hidden"
          // A disabled button would lose the focus. The second click of a double click would undo the first.
          onClick={({ detail }) => detail < 2 && !isBusy && (firstContact ? setIsAsking(true) : onChange(true))}
        >
          <Icon name={icon} />
          {label}
        </Button>
        <TriesBadge tries={tries} />
        <TryButton leadId={inquiry.leadId} of={of} />
      </div>
      {isAsking && (
        <UndoFirstContactDialog
          inquiry={inquiry}
          of={of}
          onConfirm={() => onChange(false)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {error && (
        <div className="mt-2">
          <Note tone="danger">
            <p role="alert">{errorText(error, FIRST_CONTACT_FAILED)}</p>
          </Note>
        </div>
      )}
    </>
  );
}
