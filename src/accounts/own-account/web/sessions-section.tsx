import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { OwnSession } from "#accounts/own-account/account.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { formatInstant } from "#platform/dates.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { endSessions, useSessions } from "./queries.ts";
import { Section } from "./section.tsx";

const UNKNOWN = "Failed to load where you are signed in";

export function SessionsSection() {
  const query = useSessions();
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending } = useMutation(endSessions);
  const sessions = query.data ?? [];
  const end = (which: { id: string } | "others") => {
    if (!isPending) mutate(which, { onSuccess: () => list.current?.focus() });
  };
  return (
    <Section
      title="Where you are signed in"
      intro="Do you see one that is not yours? Sign it out, then change your password."
    >
      <LoadState query={query} what="your sign-ins" fallback={UNKNOWN} />
      <ul ref={list} tabIndex={-1} aria-label="Sign-ins" className="grid divide-y divide-line">
        {sessions.map((session) => (
          <Row key={session._id} session={session} onEnd={() => end({ id: session._id })} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button variant="outline" onClick={() => end("others")}>
            Sign Out Everywhere Else
          </Button>
        </div>
      )}
    </Section>
  );
}

function Row({
  session: { device, createdAt, refreshedAt, current },
  onEnd,
}: {
  session: OwnSession;
  onEnd: () => void;
}) {
  const { timeZone } = useFacts();
  const signedIn = formatInstant(new Date(createdAt), timeZone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          {device}
          {current && <Badge tone="ok">This one</Badge>}
        </p>
        <p className="text-muted text-small">
          Signed in <time dateTime={createdAt}>{signedIn}</time>, last used <Instant at={refreshedAt} />
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="compact"
          aria-label={`Sign out: ${device}, signed in ${signedIn}`}
          onClick={onEnd}
        >
          <Icon name="icon-log-out" />
          Sign out
        </Button>
      )}
    </li>
  );
}
