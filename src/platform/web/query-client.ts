// Reads and changes of the signed-in area, and the one road on which their outcomes become toasts.
import { MutationCache, partialMatchKey, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError, errorText } from "./api.ts";
import { showToast, type Toast } from "./toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Shown where the failure brings no usable text of its own. */
      fallback?: string;
      /** Loaded anew where anything changes whose key begins with one of these. */
      follows?: readonly QueryKey[];
    };
    mutationMeta: {
      fallback?: string;
      /** What it changed, once it is done: see reload. */
      changes?: readonly QueryKey[];
      /** The same, and after a refusal too, which says that what is shown is old. */
      mayChange?: readonly QueryKey[];
      /** A text under the title Success, or the whole toast made from the answer. */
      success?: string | ((answer: unknown) => Toast);
    };
  }
}

const UNKNOWN = "Something went wrong. Please try again.";
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
    // After the mutation's own onSuccess, which may have put the answer into the lists.
    onSettled: (_answer, error, _variables, _context, { meta = {} }) => {
      const { changes = [], mayChange = [] } = meta;
      for (const root of error ? mayChange : [...changes, ...mayChange]) reload(root);
    },
  }),
  defaultOptions: {
    // Offline is an error to be told, not a state to wait in.
    queries: { networkMode: "always", retry: isWorthAnotherTry, retryDelay: RETRY_DELAY_MS },
    mutations: { networkMode: "always", retry: false },
  },
});

/** Loads anew what begins with this key, and what follows it. Not awaited: a dialog closes at once, the lists follow. */
export function reload(root: QueryKey): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      partialMatchKey(queryKey, root) || (meta?.follows ?? []).some((followed) => partialMatchKey(root, followed)),
  });
}

/** One second try, and only where the answer may be another one then. */
function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.code === "offline" || error.status >= 500;
}

function showError(error: unknown, fallback = UNKNOWN): void {
  if (!(error instanceof ApiError)) console.error(error);
  showToast({ title: "Error", description: errorText(error, fallback), tone: "destructive" });
}
