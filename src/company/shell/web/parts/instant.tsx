import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatInstant } from "#platform/dates.ts";

export function Instant({ at }: { at: string }) {
  const { timeZone } = useFacts();
  return <time dateTime={at}>{formatInstant(new Date(at), timeZone)}</time>;
}
