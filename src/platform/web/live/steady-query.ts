import {
  hashKey,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { queryClient } from "../query-client.ts";
import { isReadForOthers } from "./heard.ts";

/** `fresh` is how many rows are new in what waits; 0 if rows only left or moved. */
export type Steady = { hash: string; fresh: number | undefined; show: () => void };
export type SteadyResult<Data> = UseQueryResult<Data> & { steady: Steady };

type Held = { key: QueryKey; data: unknown; fresh: number };
type Options<Data> = Omit<UseQueryOptions<Data, Error, Data, readonly unknown[]>, "queryFn"> & {
  queryFn: (context: QueryFunctionContext) => Promise<Data>;
  /** The ids of its rows, in their order. */
  rowsOf: (data: Data) => readonly string[];
};

const LOOK_MS = 1_000;

export function idsOf(rows: readonly { _id: string }[]): string[] {
  return rows.map(({ _id }) => _id);
}

const held = new Map<string, Held>();
const places = new Map<string, HTMLElement>();
const listeners = new Set<() => void>();
let looking: ReturnType<typeof setInterval> | undefined;

/** A list whose rows do not move because of others while a hand is in it: they wait until it asks for them or leaves. */
export function useSteadyQuery<Data>({ rowsOf, queryFn, ...options }: Options<Data>): SteadyResult<Data> {
  const hash = hashKey(options.queryKey);
  const query = useQuery<Data, Error, Data, readonly unknown[]>({
    ...options,
    queryFn: async (context) => {
      const read = await queryFn(context);
      return hold(context.queryKey, read, rowsOf) ?? read;
    },
  });
  const fresh = useSyncExternalStore(subscribe, () => held.get(hash)?.fresh);
  return { ...query, steady: { hash, fresh, show: () => show(hash) } };
}

/** The part of the page that holds the rows. Returns what ends that. */
export function keepPlace(hash: string, place: HTMLElement): () => void {
  places.set(hash, place);
  return () => {
    if (places.get(hash) === place) places.delete(hash);
  };
}

/** What is shown stays, if the rows would move under the hand. */
function hold<Data>(key: QueryKey, read: Data, rowsOf: (data: Data) => readonly string[]): Data | undefined {
  const hash = hashKey(key);
  const query = queryClient.getQueryCache().get(hash);
  const shown = query?.state.data as Data | undefined;
  release(hash);
  if (!query || shown === undefined || !isReadForOthers(query) || !isHandIn(places.get(hash))) return undefined;
  const [before, after] = [rowsOf(shown), rowsOf(read)];
  if (before.join() === after.join()) return undefined;
  held.set(hash, { key, data: read, fresh: after.filter((id) => !before.includes(id)).length });
  looking ??= setInterval(look, LOOK_MS);
  tell();
  return shown;
}

function show(hash: string): void {
  const waiting = held.get(hash);
  if (!waiting) return;
  release(hash);
  queryClient.setQueryData(waiting.key, waiting.data);
}

function release(hash: string): void {
  if (held.delete(hash)) tell();
}

function look(): void {
  for (const hash of held.keys()) if (!isHandIn(places.get(hash))) show(hash);
  if (held.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

function isHandIn(place: HTMLElement | undefined): boolean {
  if (!place) return false;
  const hasPointer = matchMedia("(hover: hover)").matches && place.matches(":hover");
  const isScrolled = place.getBoundingClientRect().top < 0;
  const isBelowDialog = document.querySelector("dialog[open]") !== null;
  return hasPointer || isScrolled || isBelowDialog || place.contains(document.activeElement);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
