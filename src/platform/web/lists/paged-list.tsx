import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Pagination } from "#platform/pagination.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadState } from "../ui/load-state.tsx";
import { FilterBar, type FilterChoices } from "./filter-bar.tsx";
import { Pager } from "./pager.tsx";
import { type ListParams, useLastPage } from "./use-list-params.ts";

type Props<Name extends string> = {
  /** What is listed: "bookings". */
  what: string;
  params: ListParams<Name | "search">;
  /** What the search looks through, as its placeholder says it. */
  searched: string;
  choices: FilterChoices<Name>;
  query: UseQueryResult<{ pagination: Pagination }>;
  /** How many of them are on this page. */
  count: number | undefined;
  fallback: string;
  /** What is said where there are none. */
  none: string;
  /** Their table, which holds its own place while they load. */
  children: ReactNode;
};

/** The records of an admin page, a page at a time: what is looked for, how many there are, and what stands for those that are not there. */
export function PagedList<Name extends string>(props: Props<Name>) {
  const { what, params, searched, choices, query, count, fallback, none, children } = props;
  const { data, isPending, error } = query;
  useLastPage(params, query);
  return (
    <>
      <FilterBar params={params} searched={searched} choices={choices} />
      <p role="status" className="my-4 text-small">
        {data && `Showing ${count} of ${data.pagination.totalItems} total ${what}`}
      </p>
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
