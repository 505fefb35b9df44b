import {
  MutationCache,
  partialMatchKey,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError, errorText } from "./api.ts";
import { showToast, type Toast } from "./toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      fallback?: string;
      follows?: readonly QueryKey[];
      /** What others change is read at once, also while the tab is hidden or a record is open. */
      staysLive?: true;
    };
    mutationMeta: {
      fallback?: string;
      changes?: readonly QueryKey[];
      mayChange?: readonly QueryKey[];
      success?: string | ((answer: unknown) => Toast);
    };
  }
}

const UNKNOWN = "Something went wrong. Please try again.";
/** A page that brings what its parts show fills their queries, which are then not read again at once. */
export const JUST_READ_MS = 2_000;
const RETRY_DELAY_MS = 1_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => showError(error, query.meta?.fallback) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => showError(error, mutation.meta?.fallback),
    onSuccess: (answer, _variables, _context, mutation) => {
      const success = mutation.meta?.success;
      if (typeof success === "function") showToast(success(answer));
      else if (success) showToast({ title: "Success", description: success });
    },
    onSettled: (_answer, error, _variables, _context, { meta = {}, options: { scope } }) => {
      if (scope && waitingIn(scope.id) > 1) return;
      const { changes = [], mayChange = [] } = meta;
      for (const root of error ? mayChange : [...changes, ...mayChange]) reload(root);
    },
  }),
  defaultOptions: {
    queries: { networkMode: "always", retry: isWorthAnotherTry, retryDelay: RETRY_DELAY_MS },
    mutations: { networkMode: "always", retry: false },
  },
});

/** Reading between the mutations of a scope would undo what they show at once, so only the last reads again. */
function waitingIn(scopeId: string): number {
  return queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scopeId });
}

export function isOutdatedBy(root: QueryKey, { queryKey, meta }: Query): boolean {
  return partialMatchKey(queryKey, root) || (meta?.follows ?? []).some((followed) => partialMatchKey(root, followed));
}

export function reload(root: QueryKey): void {
  reloadWhere((query) => isOutdatedBy(root, query));
}

export function reloadWhere(isOutdated: (query: Query) => boolean): void {
  // A first read is not begun again as long as it lasts, and it may have begun before the change.
  const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus !== "idle";
  const overtaken = (query: Query) => isOutdated(query) && isFirstRead(query);
  void queryClient.cancelQueries({ predicate: overtaken }, { silent: true, revert: false });
  void queryClient.invalidateQueries({ predicate: isOutdated });
}

function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.code === "offline" || error.status >= 500;
}

function showError(error: unknown, fallback = UNKNOWN): void {
  if (!(error instanceof ApiError)) console.error(error);
  showToast({ title: "Error", description: errorText(error, fallback), tone: "destructive" });
}
