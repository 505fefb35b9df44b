import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { Pagination } from "#platform/pagination.ts";
import { AdminPage } from "../ui/admin-page.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadState } from "../ui/load-state.tsx";
import { FilterBar, type FilterChoices } from "./filter-bar.tsx";
import { Pager } from "./pager.tsx";
import { type ListParams, useLastPage } from "./use-list-params.ts";

type Props<Name extends string> = ComponentProps<typeof AdminPage> & {
  /** "bookings". */
  what: string;
  params: ListParams<Name | "search">;
  /** The searched fields, for the placeholder. */
  searched: string;
  choices: FilterChoices<Name>;
  query: UseQueryResult<{ pagination: Pagination }>;
  /** The number of items on this page. */
  count: number | undefined;
  fallback: string;
  /** Shown if there are none. */
  none: string;
  /** The dialog that is open over the list. */
  dialog: ReactNode;
  /** The table, with its own skeleton. */
  children: ReactNode;
};

/** An admin page with a paginated list, its filters, and its loading and empty states. */
export function AdminListPage<Name extends string>(props: Props<Name>) {
  const { what, params, searched, choices, query, count, fallback, none, dialog, children, ...frame } = props;
  const { data, isPending, error } = query;
  useLastPage(params, query);
  return (
    <AdminPage {...frame}>
      <div className={dialog ? "print:hidden" : undefined}>
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
      </div>
      {dialog}
    </AdminPage>
  );
}
