// What others change is heard, and read again: at once, or once nobody looks at an open record any more.
import { hashKey, type Query, type QueryKey } from "@tanstack/react-query";
import { isChanging } from "../api.ts";
import { isOutdatedBy, queryClient, reloadWhere } from "../query-client.ts";

type Heard = { ids: readonly string[]; roots: readonly QueryKey[] };
type Waiting = { root: QueryKey; at: number };

const GATHER_MS = 150;
/** While changes keep coming, they are read less and less often. */
const MAX_GATHER_MS = 800;
const LOOK_MS = 500;

/** When the latest read of a query began. A read that began after a change was heard knows it. */
const begunAt = new WeakMap<Query, number>();
/** Queries that are read because of others. Their rows wait if they would move under the hand. */
const ofOthers = new WeakSet<Query>();
const waiting = new Map<string, Waiting>();
const records = new Map<string, number>();
const listeners = new Set<() => void>();
/** Open records on pages; those in dialogs are found in the document. */
let openRecords = 0;
let changes = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastRead = Number.NEGATIVE_INFINITY;
let gatherMs = GATHER_MS;

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "fetch") return;
  begunAt.set(event.query, performance.now());
  // A read for another reason shows all there is.
  ofOthers.delete(event.query);
});

export function hear({ ids, roots }: Heard): void {
  const at = performance.now();
  for (const root of roots) waiting.set(hashKey(root), { root, at });
  if (!isChanging()) {
    changes += 1;
    for (const id of ids) records.set(id, changes);
    for (const listener of listeners) listener();
  }
  if (at - lastRead > 2 * gatherMs) gatherMs = GATHER_MS;
  if (timer === undefined) timer = setTimeout(readWaiting, Math.max(GATHER_MS, lastRead + gatherMs - at));
}

/** Reads what waits, also for open records. */
export function readHeard(): void {
  const heard = [...waiting.values()];
  waiting.clear();
  if (!read(heard, () => true)) return;
  lastRead = performance.now();
  gatherMs = Math.min(gatherMs * 2, MAX_GATHER_MS);
}

export function isReadForOthers(query: Query): boolean {
  return ofOthers.has(query);
}

/** How many changes were heard when the latest of these records was changed; 0 for none. */
export function latestChangeOf(ids: readonly string[]): number {
  return Math.max(0, ...ids.map((id) => records.get(id) ?? 0));
}

export function onHeard(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Until the returned function is called, what others change waits, because a person reads or types. */
export function holdForRecord(): () => void {
  openRecords += 1;
  return () => {
    openRecords -= 1;
    readWaiting();
  };
}

function readWaiting(): void {
  timer = undefined;
  if (waiting.size === 0) return;
  const isRecordOpen = openRecords > 0 || document.querySelector("dialog[open]") !== null;
  // What a change shows at once would be undone by a read before its answer.
  const isMutating = queryClient.isMutating() > 0;
  if (!isMutating && !isRecordOpen) {
    readHeard();
    return;
  }
  if (!isMutating) read([...waiting.values()], staysLive);
  // Dialogs close in many ways.
  timer = setTimeout(readWaiting, LOOK_MS);
}

/** Returns whether anything that is shown was read. */
function read(heard: readonly Waiting[], isRead: (query: Query) => boolean): boolean {
  const isOutdated = (query: Query) =>
    isRead(query) && heard.some(({ root, at }) => (begunAt.get(query) ?? 0) < at && isOutdatedBy(root, query));
  const outdated = new Set(queryClient.getQueryCache().findAll({ predicate: isOutdated }));
  const readByItself = [...outdated].filter((query) => query.state.fetchStatus !== "idle" && !ofOthers.has(query));
  // A hidden tab reads them when it is shown again.
  const later = (query: Query) => document.hidden && !staysLive(query) && outdated.has(query);
  void queryClient.invalidateQueries({ predicate: later, refetchType: "none" });
  reloadWhere((query) => outdated.has(query) && !later(query));
  for (const query of outdated) ofOthers.add(query);
  for (const query of readByItself) ofOthers.delete(query);
  return [...outdated].some((query) => query.isActive());
}

function staysLive({ meta }: Query): boolean {
  return meta?.staysLive === true;
}
