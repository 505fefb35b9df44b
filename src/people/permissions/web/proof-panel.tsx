import { Icon } from "#platform/web/ui/icon.tsx";
import "./proof-panel.css";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { AGREEMENTS } from "#company/shell/agreements.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { CHANNEL_LABELS, CHANNELS } from "#people/permissions/channels.ts";
import { ORIGINS, type PermissionEntry, type PersonQuery, PURPOSES } from "#people/permissions/permission.ts";
import { formatInstant } from "#platform/dates.ts";
import { DetailList } from "#platform/web/dialogs/details.tsx";
import { saveFile } from "#platform/web/save-file.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { PermissionBadges, StopButton } from "./permissions-panel.tsx";
import { usePermissionProof } from "./queries.ts";

const RECORDS: Partial<Record<string, string>> = { booking: "Booking", contact: "Message" };
const ACTIONS = { given: "Agreed", revoked: "Stopped", unknown: "Came without proof" };

export function ProofPanel({ person }: { person: PersonQuery }) {
  const { company, timeZone } = useFacts();
  const query = usePermissionProof(person);
  const { data } = query;
  return (
    <section aria-labelledby="proof-title" className="card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="proof-title" className="text-h3">
          Permissions
        </h2>
        {data && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <StopButton person={person} of={person.email ?? person.phone ?? ""} />
            <Button
              variant="outline"
              size="compact"
              onClick={() =>
                saveFile(
                  new Blob([JSON.stringify({ person, ...data }, null, 2)], { type: "application/json" }),
                  "permissions.json",
                )
              }
            >
              <Icon name="icon-download" />
              Save as JSON
            </Button>
            <Button variant="outline" size="compact" onClick={() => print()}>
              <Icon name="icon-printer" />
              Print
            </Button>
          </div>
        )}
      </div>
      <LoadState query={query} what="the permissions" fallback="Failed to load the permissions" />
      {query.isPending && <Skeleton className="h-48 w-full" />}
      {data && (
        <>
          <p className="wrap-anywhere hidden font-semibold print:block">
            About {[person.email, person.phone].filter(Boolean).join(", ")}
          </p>
          <p className="mt-1 text-muted">
            {company.name}, as recorded until {formatInstant(new Date(query.dataUpdatedAt), timeZone)}. The database
            refuses to change a line.
          </p>
          <div className="mt-3">
            <PermissionBadges state={data.state} />
          </div>
          {data.lines.length === 0 ? (
            <p className="mt-4">Nothing is recorded about this address or number.</p>
          ) : (
            <ol className="mt-4">
              {agreementsOf(data.lines).map((one) => (
                <Agreement key={`${one.at} ${one.action} ${one.words} ${one.belongsTo.id}`} agreement={one} />
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

type Agreement = Omit<PermissionEntry, "channel"> & { channels: PermissionEntry["channel"][] };

function agreementsOf(lines: readonly PermissionEntry[]): Agreement[] {
  const agreements = Map.groupBy(lines, ({ at, action, words, said, belongsTo }) =>
    [at, action, words, said, belongsTo.id].join("\n"),
  );
  return [...agreements.values()].flatMap((some) => {
    const [first] = some;
    return first
      ? [{ ...first, channels: CHANNELS.filter((channel) => some.some((line) => line.channel === channel)) }]
      : [];
  });
}

function Agreement({ agreement }: { agreement: Agreement }) {
  const { action, channels, at, said, by, purpose, version, address, userAgent, belongsTo, email, phone } = agreement;
  return (
    <li className="proof-act">
      <h3 className="text-label">
        {ACTIONS[action]}: {channels.map((channel) => CHANNEL_LABELS[channel]).join(", ")}
      </h3>
      <p className="text-muted">
        <Instant at={at} />, {ORIGINS[said]}, {by}
      </p>
      <AgreementText agreement={agreement} />
      <DetailList
        details={[
          ["For", PURPOSES[purpose]],
          version !== "" && ["Version of the words", version],
          email !== undefined && ["Email", email],
          phone !== undefined && ["Phone", phone],
          address !== undefined && ["Internet address", address],
          userAgent !== undefined && ["Browser", userAgent],
          belongsTo.kind !== "stop" && ["Belongs to", `${RECORDS[belongsTo.kind] ?? belongsTo.kind} ${belongsTo.id}`],
        ]}
      />
    </li>
  );
}

function AgreementText({ agreement: { words, action } }: { agreement: Agreement }) {
  if (words === "") return <p className="proof-words">No words were recorded.</p>;
  const label = [AGREEMENTS.booking.label, AGREEMENTS.text.label].find(
    (label) => label && words.startsWith(`${label}. `),
  );
  if (action !== "given" || !label) return <blockquote className="proof-words wrap-anywhere">{words}</blockquote>;
  return (
    <div className="proof-words proof-form">
      <span className="proof-box" role="img" aria-label="Ticked box">
        ✓
      </span>
      <p className="wrap-anywhere">
        <strong>{label}</strong>
        <br />
        {words.slice(label.length + 2)}
      </p>
    </div>
  );
}
