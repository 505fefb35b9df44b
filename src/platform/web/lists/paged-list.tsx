import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Pagination } from "#platform/pagination.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadState } from "../ui/load-state.tsx";
import { FilterBar, type FilterBarProps } from "./filter-bar.tsx";
import { Pager } from "./pager.tsx";
import { useLastPage } from "./use-list-params.ts";

export type PagedListProps<Name extends string> = FilterBarProps<Name> & {
  /** "bookings". */
  what: string;
  query: UseQueryResult<{ pagination: Pagination }>;
  /** The number of items on this page. */
  count: number | undefined;
  fallback: string;
  /** Shown if there are none. */
  none: string;
  /** Between the filters and the items: what the filters find elsewhere. */
  elsewhere?: ReactNode;
  /** The items, with their own skeleton. */
  children: ReactNode;
};

/** A paginated list with its filters, and its loading and empty states. */
export function PagedList<Name extends string>(props: PagedListProps<Name>) {
  const { what, params, query, count, fallback, none, elsewhere, children, ...filters } = props;
  const { data, isPending, error } = query;
  useLastPage(params, query);
  return (
    <>
      <FilterBar params={params} {...filters} />
      <p role="status" className="my-4 text-small">
        {data && `Showing ${count} of ${data.pagination.totalItems} total ${what}`}
      </p>
      {elsewhere}
      <LoadState query={query} what={what} fallback={fallback} />
      {data?.pagination.totalItems === 0 && !error && (
        <EmptyState
          action={
            params.isFiltered && (
              <Button variant="outline" onClick={params.clearFilters}>
                Show all {what}
              </Button>
            )
          }
        >
          {none}
        </EmptyState>
      )}
      {(isPending || Boolean(count)) && children}
      {data && (
        <div className="mt-4">
          <Pager pagination={data.pagination} onGo={params.setPage} />
        </div>
      )}
    </>
  );
}
