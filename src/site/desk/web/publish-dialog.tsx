import { useMemo, useState } from "react";
import { Link } from "react-router";
import { isLonger } from "#company/facts/retention.ts";
import { sampleLines, samplesIn } from "#company/facts/samples.ts";
import type { Facts } from "#company/facts/schema.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { errorText } from "#platform/web/api.ts";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { Effects } from "#site/desk/effects.ts";
import { type Basis, isLost, type Present, presentOf } from "./basis.ts";
import { WhatChanged } from "./changes/what-changed.tsx";
import { useEffects, usePublish } from "./queries.ts";
import { FaultNote, pageFaults } from "./sections/page-faults.tsx";

type Props = {
  basis: Basis;
  /** Others have changed the draft since the dialog was opened. */
  isNews: boolean;
  onPublished: (number: number) => void;
  onConflict: (present: Present) => void;
  onClose: () => void;
};

export function PublishDialog({ basis, isNews, onPublished, onConflict, onClose }: Props) {
  const effects = useEffects(basis.version);
  const publish = usePublish();
  const [isUnderstood, setUnderstood] = useState(false);
  const faults = useMemo(() => pageFaults(basis.facts), [basis.facts]);
  const isErasing =
    isLonger(basis.published.facts.eraseLeadsAfterDays, basis.facts.eraseLeadsAfterDays) ||
    (effects.data?.leads.count ?? 0) > 0;
  const refusal = publish.error && !presentOf(publish.error) && refusalOf(publish.error);
  const send = () =>
    publish.mutate(basis.version, {
      onSuccess: ({ number }) => onPublished(number),
      onError: (error) => {
        const present = presentOf(error);
        if (present) onConflict(present);
      },
    });
  return (
    <Dialog
      title="Publish these changes?"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Go Back
          </Button>
          <Button
            disabled={!effects.data || (isErasing && !isUnderstood) || faults.length > 0}
            busyLabel={publish.isPending && "Publishing..."}
            onClick={send}
          >
            Publish Now
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isNews && (
          <div role="alert">
            <Note tone="warn">
              <p>The draft was changed while you looked, so nothing is published yet. This is what it changes now.</p>
            </Note>
          </div>
        )}
        {refusal && <FormRefusal key={publish.submittedAt}>{refusal}</FormRefusal>}
        <FaultNote faults={faults} />
        <section aria-labelledby="site-changes">
          <h3 id="site-changes" className="font-semibold text-label">
            What changes
          </h3>
          <WhatChanged before={basis.published.facts} after={basis.facts} heading="h4" />
        </section>
        {!effects.data && <LoadState query={effects} what="the effects" fallback="Failed to load the effects" />}
        {effects.data && (
          <Meetings
            meetings={effects.data.meetings}
            isNewZone={basis.published.facts.timeZone !== basis.facts.timeZone}
          />
        )}
        {hasNewHours(basis) && (
          <p>
            The hours are when you answer the phone. Times for meetings are set under{" "}
            <Link to="/admin/availability" className="link">
              Availability
            </Link>
            .
          </p>
        )}
        {effects.data && isErasing && (
          <section aria-labelledby="site-leads">
            <Note tone="warn">
              <h3 id="site-leads" className="font-semibold text-label">
                Old bookings and messages
              </h3>
              <p>{erasureText(effects.data.leads, basis.facts, basis.published.facts.timeZone)}</p>
              <Checkbox
                id="site-understood"
                label="I understand"
                checked={isUnderstood}
                onChange={({ target }) => setUnderstood(target.checked)}
              />
            </Note>
          </section>
        )}
        <Samples facts={basis.facts} />
      </div>
    </Dialog>
  );
}

function refusalOf(error: Error): string {
  if (!isLost(error)) return errorText(error, "Failed to publish");
  return "The connection was lost, so it is not sure whether this is published. Press again: nothing is published twice.";
}

function Samples({ facts }: { facts: Facts }) {
  const lines = sampleLines(samplesIn(facts));
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="site-samples">
      <h3 id="site-samples" className="font-semibold text-label">
        Still samples
      </h3>
      <p className="mt-1">The site marks each of these as a sample.</p>
      <ul className="mt-1 list-disc pl-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Meetings({ meetings: { total, first }, isNewZone }: Pick<Effects, "meetings"> & { isNewZone: boolean }) {
  if (total === 0) return null;
  return (
    <section aria-labelledby="site-meetings">
      <Note tone="warn">
        <h3 id="site-meetings" className="font-semibold text-label">
          {total === 1 ? "1 meeting ahead is touched" : `${total} meetings ahead are touched`}
        </h3>
        <p>
          Publishing changes neither their day nor their hour.
          {isNewZone &&
            " If that is another moment in the new time zone, the person gets an e-mail and a new invite. Please call those without an e-mail address."}
          {!isNewZone && " Nobody is told."}
        </p>
        <ul className="grid gap-2">
          {first.map(({ _id, name, meetingDate, meetingTime, why }) => (
            <li key={_id} className="wrap-anywhere">
              <Link to={`/admin/bookings/${_id}`} className="link inline-flex min-h-6 items-center font-semibold">
                {name}
              </Link>
              <br />
              {formatDay(meetingDate, "weekday")}, {meetingTime}: {why}
            </li>
          ))}
        </ul>
        {total > first.length && <p>The soonest {first.length} are listed.</p>}
      </Note>
    </section>
  );
}

function hasNewHours({ published, facts }: Basis): boolean {
  return JSON.stringify(published.facts.businessHours) !== JSON.stringify(facts.businessHours);
}

function erasureText({ count, from }: Effects["leads"], { eraseLeadsAfterDays }: Facts, timeZone: string): string {
  const rule = `You keep them for ${eraseLeadsAfterDays} days.`;
  if (count === 0 || !from) return `${rule} None is that old yet; from then on, older ones are erased by themselves.`;
  const who = count === 1 ? "1 booking or message" : `${count.toLocaleString("en-US")} bookings and messages`;
  const day = formatDay(wallClock(new Date(from), timeZone).day, "short");
  return `${who} will be erased from ${day} on. ${rule} Until then you can take it back.`;
}
