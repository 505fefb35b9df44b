import { useMutation } from "@tanstack/react-query";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { Roster } from "#inquiries/roster/roster.ts";
import { zoneNames } from "#platform/dates.ts";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { takeDayOff, useRoster } from "./queries.ts";
import { RosterForm } from "./roster-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Roster | ${company.name}` });

export default function RosterPage() {
  const query = useRoster();
  const may = useMay();
  const { timeZone } = useFacts();
  return (
    <AdminPage
      title="Roster"
      subtitle={`Who answers when, and who is next. Times are ${zoneNames(timeZone).name}.`}
      back={{ to: "/admin", label: "Back to the Dashboard" }}
    >
      <LoadState query={query} what="roster" fallback="Failed to load the roster" />
      {query.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Now roster={query.data} />
          {may("run") && <RosterForm roster={query.data} />}
        </div>
      )}
    </AdminPage>
  );
}

function Now({ roster: { people } }: { roster: Roster }) {
  const { mutate, isPending } = useMutation(takeDayOff);
  const rung = people.filter((one) => one.rung).sort((a, b) => (a.rung ?? 0) - (b.rung ?? 0));
  const off = people.filter(({ isOff }) => isOff);
  const isOff = off.some(({ isYou }) => isYou);
  const names = (some: Roster["people"], joint: string) => some.map(({ name, email }) => name || email).join(joint);
  return (
    <section className="card" aria-labelledby="roster-now">
      <h2 id="roster-now" className="text-h3">
        Now
      </h2>
      <div role="status" className="wrap-anywhere my-2">
        <p>
          {rung.length > 0 ? `A new lead rings ${names(rung, ", then ")}.` : "Nobody is on duty: a new lead waits."}
        </p>
        {off.length > 0 && <p className="text-muted">Off today: {names(off, ", ")}.</p>}
      </div>
      <Button variant="outline" size="compact" onClick={() => !isPending && mutate(!isOff)}>
        {isOff ? "I Am Back Today" : "I Am Off Today"}
      </Button>
    </section>
  );
}
