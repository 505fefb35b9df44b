import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { UncountedPagination } from "#platform/pagination.ts";

const DEBOUNCE_MS = 300;

export type ListParams<Name extends string> = {
  filters: Record<Name, string>;
  page: number;
  isFiltered: boolean;
  query: string;
  setFilter: (name: Name, value: string) => void;
  clearFilters: () => void;
  setPage: (page: number) => void;
  replacePage: (page: number) => void;
};

export function useListParams<Name extends string>(names: readonly Name[]): ListParams<Name> {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<Name, string>;
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);

  const go = (changes: Record<string, string>, replace: boolean) => {
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  };

  const query = new URLSearchParams();
  for (const name of names) if (filters[name]) query.set(name, filters[name]);
  if (page > 1) query.set("page", String(page));

  return {
    filters,
    page,
    isFiltered: names.some((name) => filters[name]),
    query: query.toString(),
    // Typing replaces the history entry: otherwise every letter would be a step for Back.
    setFilter: (name, value) => go({ [name]: value, page: "" }, name === "search"),
    clearFilters: () => go(Object.fromEntries([...names, "page"].map((name) => [name, ""])), false),
    setPage: (next) => go({ page: next > 1 ? String(next) : "" }, false),
    replacePage: (next) => go({ page: next > 1 ? String(next) : "" }, true),
  };
}

type ListQuery = { pagination: UncountedPagination | undefined; isPlaceholderData: boolean };

/** A page past the end leads to the last page. Placeholder data are of another list, so they are ignored. */
export function useLastPage<Name extends string>(params: ListParams<Name>, list: ListQuery): void {
  const { page, replacePage } = params;
  const totalPages = list.isPlaceholderData ? undefined : list.pagination?.totalPages;
  const isPastEnd = totalPages !== undefined && totalPages > 0 && page > totalPages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page that does not exist
  useEffect(() => {
    if (isPastEnd) replacePage(totalPages);
  }, [isPastEnd, totalPages]);
}

export function useDebounced(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const passedOn = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === passedOn.current) return;
    clearTimeout(timer.current);
    passedOn.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        passedOn.current = next.trim();
        onPause(next.trim());
      }, DEBOUNCE_MS);
    },
    [onPause],
  );
  return [text, type];
}
