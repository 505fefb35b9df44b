import { useFacts } from "#company/facts/web/use-facts.ts";
import {
  businessMinutes,
  durationText,
  type Inquiry,
  isLongWait,
  isOverdue,
  waitText,
  wallMinutes,
} from "#people/leads/inquiry.ts";
import { formatDay, formatInstant, wallClock } from "#platform/dates.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { ClaimPanel } from "./claim-panel.tsx";
import { LogPanel } from "./log-list-panel.tsx";
import { useLeadRules } from "./queries.ts";

type InquiryProps = {
  inquiry: Inquiry;
  isOpen: boolean;
};

export function InquiryAge({ inquiry: { waitingSince, firstContact }, isOpen }: InquiryProps) {
  const facts = useFacts();
  const now = useNow();
  const rules = useLeadRules();
  const waited = wallMinutes({ waitingSince, firstContact });
  if (firstContact)
    return (
      <Badge
        tone="quiet"
        size="small"
        icon="icon-phone-outgoing"
        title={
          firstContact.minutes === undefined ? undefined : `${durationText(firstContact.minutes)} of business hours`
        }
      >
        {waited === undefined ? (
          "First contact made"
        ) : (
          <span>
            First contact after <span className="whitespace-nowrap">{durationText(waited)}</span>
            {firstContact.minutes !== undefined && (
              <span className="sr-only">, {durationText(firstContact.minutes)} of business hours</span>
            )}
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

export function FirstContactPanel({ inquiry, of, isOpen }: InquiryProps & { of: string }) {
  const facts = useFacts();
  const { waitingSince, firstContact } = inquiry;
  const now = useNow();
  const rules = useLeadRules();
  const since = isOpen && !firstContact && waitingSince !== undefined ? new Date(waitingSince) : undefined;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <InquiryAge inquiry={inquiry} isOpen={isOpen} />
        {firstContact && (
          <time dateTime={firstContact.at} className="text-muted">
            {formatInstant(new Date(firstContact.at), facts.timeZone)}
          </time>
        )}
        {since && <span className="text-muted">{waitText(facts, since, businessMinutes(since, now, rules))}</span>}
        {!firstContact && !since && <span>None was marked.</span>}
      </p>
      <ClaimPanel leadId={inquiry.leadId} of={of} hasClock={false} />
      <LogPanel leadId={inquiry.leadId} of={of} />
    </>
  );
}
