import { errorText } from "../api.ts";
import { LoadError } from "./load-error.tsx";
import { LoadingText } from "./loading-text.tsx";

type Props = {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  what: string;
  fallback: string;
};

export function LoadState({ query: { isPending, error, refetch }, what, fallback }: Props) {
  return (
    <>
      {isPending && <LoadingText>{`Loading ${what}...`}</LoadingText>}
      {error && <LoadError onRetry={() => refetch()}>{errorText(error, fallback)}</LoadError>}
    </>
  );
}
