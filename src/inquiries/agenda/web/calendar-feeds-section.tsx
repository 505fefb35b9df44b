import { type RefObject, useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { CreatedFeed, Feed } from "#inquiries/agenda/admin.ts";
import { formatInstant } from "#platform/dates.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { FeedAddressDialog, MakeFeedDialog, RevokeFeedDialog } from "./calendar-feed-dialogs.tsx";
import { useFeeds } from "./queries.ts";

type Open = { dialog: "make" } | { dialog: "shown"; made: CreatedFeed } | { dialog: "revoke"; feed: Feed };

export function CalendarFeedsSection({ headingRef }: { headingRef: RefObject<HTMLHeadingElement | null> }) {
  const { timeZone } = useFacts();
  const query = useFeeds();
  const feeds = query.data;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="calendar-feeds" className="card print:hidden mt-8">
      <h2 id="calendar-feeds" ref={headingRef} tabIndex={-1} className="text-h3">
        In your own calendar
      </h2>
      <p className="mt-1 mb-3">
        Your calendar program can show these meetings and follow every change. Create an address for each device: if one
        is lost, revoke only that one.
      </p>
      <LoadState query={query} what="your calendars" fallback="Failed to load your calendars" />
      {feeds?.length === 0 && <p className="mb-3 text-muted">You have none yet.</p>}
      {feeds && feeds.length > 0 && (
        <ul className="panel-list mb-3">
          {feeds.map((feed) => (
            <li key={feed._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0">
                <strong className="wrap-anywhere">{feed.name}</strong>
                <span className="block text-muted">{historyOf(feed, timeZone)}</span>
              </span>
              <Button
                variant="quiet"
                size="compact"
                aria-label={`Revoke: ${feed.name}`}
                onClick={() => setOpen({ dialog: "revoke", feed })}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="outline" size="compact" onClick={() => setOpen({ dialog: "make" })}>
        <Icon name="icon-plus" />
        Create Calendar Address
      </Button>
      {open?.dialog === "make" && (
        <MakeFeedDialog onMade={(made) => setOpen({ dialog: "shown", made })} onClose={close} />
      )}
      {open?.dialog === "shown" && <FeedAddressDialog made={open.made} onClose={close} />}
      {open?.dialog === "revoke" && <RevokeFeedDialog feed={open.feed} onClose={close} />}
    </section>
  );
}

function historyOf({ createdAt, lastReadAt }: Feed, timeZone: string): string {
  const at = (instant: string) => formatInstant(new Date(instant), timeZone);
  return `Made ${at(createdAt)}. ${lastReadAt ? `Last read ${at(lastReadAt)}.` : "Not read yet."}`;
}
