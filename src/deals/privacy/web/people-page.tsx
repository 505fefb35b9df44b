import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { ListedPerson } from "#deals/privacy/person.ts";
import { StopMarks } from "#people/permissions/web/contact-panel.tsx";
import { formatInstant } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { LookUp } from "./look-up.tsx";
import { findPersonOfLead, usePeople } from "./queries.ts";
import { peopleKeys } from "./query-keys.ts";

export const meta: PageMeta = ({ company }) => ({ title: `People | ${company.name}` });

const FILTERS = ["search"] as const;

const EXPORT = {
  what: "people",
  path: "/api/people/export/csv",
  fileName: "people_export.csv",
  changes: peopleKeys.all,
};

export default function PeoplePage() {
  const [params] = useSearchParams();
  const email = params.get("email")?.trim() ?? "";
  const phone = email ? "" : (params.get("phone")?.trim() ?? "");
  const leadId = params.get("lead") ?? "";
  if (leadId) return <PersonOfLead leadId={leadId} />;
  return email || phone || params.has("look-up") ? <LookUp email={email} phone={phone} /> : <People />;
}

/** Links in bookings and messages have only the lead's id, because its person can change. */
function PersonOfLead({ leadId }: { leadId: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    findPersonOfLead(leadId).then(
      (personId) => navigate(`/admin/people/${personId}`, { replace: true }),
      () => navigate("/admin/people", { replace: true }),
    );
  }, [leadId, navigate]);
  return (
    <main id="main" tabIndex={-1} className="wrap admin-page">
      <LoadingText>Loading the person...</LoadingText>
    </main>
  );
}

function People() {
  const { timeZone } = useFacts();
  const params = useListParams(FILTERS);
  const query = usePeople(params.query);
  const people = query.data?.people;
  return (
    <AdminListPage
      title="People"
      subtitle="Everybody who has booked, written or called"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={<ExportButton of={EXPORT} query="" isEmpty={!people?.length} />}
      what="people"
      params={params}
      searched="Search name, email or phone..."
      choices={{}}
      query={query}
      count={people?.length}
      fallback="Failed to load people"
      none="No people found."
      dialog={undefined}
    >
      <RecordList
        name="People"
        columns={COLUMNS}
        records={people}
        isBusy={query.isPlaceholderData}
        expected={10}
        row={(person) => (
          <>
            <th scope="row">
              <NameLink person={person} />
            </th>
            <td className="wrap-anywhere">{person.email ?? <span className="text-muted">No e-mail</span>}</td>
            <td>{person.phone ? formatPhone(person.phone) : <span className="text-muted">No number</span>}</td>
            <td>{formatInstant(new Date(person.updatedAt), timeZone)}</td>
          </>
        )}
        card={(person) => (
          <>
            <h2>
              <NameLink person={person} />
            </h2>
            <p className="wrap-anywhere">
              {[person.email, person.phone && formatPhone(person.phone)].filter(Boolean).join(", ")}
            </p>
            <p className="text-muted">Latest inquiry {formatInstant(new Date(person.updatedAt), timeZone)}</p>
          </>
        )}
      />
      <p className="mt-6">
        An account, a privacy request or a permission may belong to an address that no inquiry came from:{" "}
        <Link to="/admin/people?look-up" className="link">
          look up an address or number
        </Link>
        .
      </p>
    </AdminListPage>
  );
}

const COLUMNS = [
  { heading: "Person", width: "w-[30%]" },
  { heading: "Email", width: "w-[30%]" },
  { heading: "Phone", width: "w-[18%]" },
  { heading: "Latest inquiry", width: "w-[22%]" },
];

function NameLink({ person: { _id, name, isMerged, stopped = [] } }: { person: ListedPerson }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link to={`/admin/people/${_id}`} className="link contact-link wrap-anywhere font-semibold">
        {name}
      </Link>
      <StopMarks stopped={stopped} />
      {isMerged && (
        <Badge tone="quiet" size="small">
          Merged into another
        </Badge>
      )}
    </span>
  );
}
