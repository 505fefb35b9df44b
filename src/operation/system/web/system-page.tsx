import type { PageMeta } from "#company/shell/web/page.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import {
  type Finding,
  type FindingState,
  GROUPS,
  type Group,
  type SystemAnswer,
  worstFirst,
} from "#operation/system/system.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { FAILED_CHECKS, useSystem } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `System | ${company.name}` });

export default function SystemPage() {
  const system = useSystem();
  const { data, isFetching, refetch } = system;
  return (
    <AdminPage
      title="System"
      subtitle="How the site itself is, and what to do"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={
        <Button size="compact" variant="outline" busyLabel={isFetching && "Checking..."} onClick={() => void refetch()}>
          <Icon name="icon-refresh-cw" />
          Check Again
        </Button>
      }
    >
      <LoadState query={system} what="the checks" fallback={FAILED_CHECKS} />
      {data && <Summary answer={data} />}
      {data && groupsOf(data.findings).map((group) => <GroupOfFindings key={group.group} {...group} />)}
    </AdminPage>
  );
}

function Summary({ answer: { version, checkedAt, findings } }: { answer: SystemAnswer }) {
  const countOf = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [troubles, warnings] = [countOf("trouble"), countOf("warning")];
  const parts = [
    troubles > 0 && (troubles === 1 ? "one trouble" : `${troubles} troubles`),
    warnings > 0 && (warnings === 1 ? "one warning" : `${warnings} warnings`),
  ].filter((part) => part !== false);
  const text = parts.length === 0 ? "Everything that could be checked is fine." : `There is ${parts.join(" and ")}.`;
  return (
    <p className="mb-6" role="status">
      <span className="font-semibold">{text.replace(/^There is (\d)/, "There are $1")}</span>{" "}
      <span className="text-muted">
        Version {version}, checked <Instant at={checkedAt} />.
      </span>
    </p>
  );
}

type Grouped = { group: Group; findings: Finding[] };

function groupsOf(findings: readonly Finding[]): Grouped[] {
  const byGroup = Map.groupBy(worstFirst(findings), ({ group }) => group);
  return [...byGroup].map(([group, findings]) => ({ group, findings }));
}

function GroupOfFindings({ group, findings }: Grouped) {
  return (
    <section className="card mb-6" aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`} className="mb-1 text-h3">
        {GROUPS[group]}
      </h2>
      <ul className="panel-list">
        {findings.map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

const LOOKS: Record<FindingState, BadgeLook & { label: string }> = {
  ok: { tone: "ok", icon: "icon-circle-check", label: "Fine" },
  warning: { tone: "warn", icon: "icon-triangle-alert", label: "Warning" },
  trouble: { tone: "danger", icon: "icon-zap", label: "Trouble" },
  "not checked": { tone: "outline", icon: "icon-circle-dashed", label: "Not checked" },
};

function FindingLine({ finding: { title, state, found, toDo } }: { finding: Finding }) {
  const { label, ...look } = LOOKS[state];
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 text-label">{title}</h3>
        <Badge {...look}>{label}</Badge>
      </div>
      <p className="wrap-anywhere">{found}</p>
      {toDo && (
        <p className="wrap-anywhere">
          <span className="font-semibold">To do:</span> {toDo}
        </p>
      )}
    </li>
  );
}
