import { errorText } from "../api.ts";
import { LoadError } from "./load-error.tsx";
import { LoadingText } from "./loading-text.tsx";

type Props = {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** What is loading: "short links". */
  what: string;
  /** Stands for a failure that brings no text of its own. */
  fallback: string;
};

/** In the place of what is loading, and of what did not arrive. */
export function LoadState({ query: { isPending, error, refetch }, what, fallback }: Props) {
  return (
    <>
      {isPending && <LoadingText>{`Loading ${what}...`}</LoadingText>}
      {error && <LoadError onRetry={() => refetch()}>{errorText(error, fallback)}</LoadError>}
    </>
  );
}
