import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Totals, UncountedPagination } from "#platform/pagination.ts";
import { RowsNote } from "../live/show-note.tsx";
import type { Steady } from "../live/steady-query.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadState } from "../ui/load-state.tsx";
import { FilterBar, type FilterBarProps } from "./filter-bar.tsx";
import { Pager } from "./pager.tsx";
import { useLastPage } from "./use-list-params.ts";

export type PagedListProps<Name extends string> = FilterBarProps<Name> & {
  what: string;
  query: UseQueryResult<{ pagination: UncountedPagination }> & { steady?: Steady };
  totals?: UseQueryResult<Totals> | undefined;
  count: number | undefined;
  fallback: string;
  none: string;
  elsewhere?: ReactNode;
  children: ReactNode;
};

export function PagedList<Name extends string>(props: PagedListProps<Name>) {
  const { what, params, query, totals, count, fallback, none, elsewhere, children, ...filters } = props;
  const { data, isPending, isPlaceholderData, error } = query;
  const pagination = data && withTotals(data.pagination, count, isPlaceholderData ? undefined : totals?.data);
  useLastPage(params, { pagination, isPlaceholderData });
  return (
    <>
      <FilterBar params={params} {...filters} />
      <p role="status" className="my-4 text-small">
        {pagination && shownOf(what, count, pagination, totals)}
      </p>
      {elsewhere}
      <LoadState query={query} what={what} fallback={fallback} />
      {pagination?.totalItems === 0 && !error && (
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
      <div>
        {query.steady && <RowsNote steady={query.steady} />}
        {(isPending || Boolean(count)) && children}
      </div>
      {pagination && (
        <div className="mt-4">
          <Pager pagination={pagination} onGo={params.setPage} />
        </div>
      )}
    </>
  );
}

function withTotals(
  pagination: UncountedPagination,
  count: number | undefined,
  totals: Totals | undefined,
): UncountedPagination {
  if (count === 0 && !pagination.hasPrevPage) return { ...pagination, totalItems: 0, totalPages: 0 };
  return totals ? { ...pagination, totalItems: totals.totalItems, totalPages: totals.totalPages } : pagination;
}

function shownOf(
  what: string,
  count: number | undefined,
  { totalItems }: UncountedPagination,
  totals: PagedListProps<string>["totals"],
): string {
  if (totalItems !== undefined) return `Showing ${count} of ${totalItems} total ${what}`;
  return totals?.isError
    ? `Showing ${count} ${what}, which could not be counted`
    : `Showing ${count} ${what}, counting…`;
}
