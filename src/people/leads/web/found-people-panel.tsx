import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { callApi } from "#platform/web/api.ts";
import { leadKeys } from "./query-keys.ts";

type Found = { people: { _id: string; name: string }[]; pagination: { totalItems: number } };

const SHOWN = 3;

export function FoundPeople({ search }: { search: string }) {
  const { data } = useQuery({
    queryKey: leadKeys.found(search),
    queryFn: ({ signal }) =>
      callApi<Found>(`/api/people/search?${new URLSearchParams({ search, limit: String(SHOWN) })}`, { signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to search people" },
  });
  if (!search || !data || data.people.length === 0) return null;
  const more = data.pagination.totalItems - data.people.length;
  return (
    <nav aria-label="People found" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-small print:hidden">
      <span className="text-muted">People:</span>
      {data.people.map(({ _id, name }) => (
        <Link key={_id} to={`/admin/people/${_id}`} className="link contact-link wrap-anywhere">
          {name}
        </Link>
      ))}
      {more > 0 && (
        <Link to={`/admin/people?${new URLSearchParams({ search })}`} className="link contact-link">
          {more} more
        </Link>
      )}
    </nav>
  );
}
