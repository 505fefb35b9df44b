import { PRIVACY_SIGNALS, type PrivacySignal } from "#people/leads/attribution.ts";
import { formatInstant } from "#platform/dates.ts";
import { DetailList } from "#platform/web/dialogs/details.tsx";

type Visit = Readonly<Record<string, string>>;

type Props = {
  source: { first?: Visit | undefined; last?: Visit | undefined };
  privacySignal: PrivacySignal | undefined;
  timeZone: string;
};

const LABELS = [
  ["utmSource", "source"],
  ["utmMedium", "medium"],
  ["utmCampaign", "campaign"],
  ["utmTerm", "term"],
  ["utmContent", "content"],
  ["clickId", "click id"],
  ["referrer", "referrer"],
  ["landingPage", "landing page"],
] as const;

export function AttributionDetails({ source: { first, last }, privacySignal, timeZone }: Props) {
  if (privacySignal) return <p>Not kept: the browser sent {PRIVACY_SIGNALS[privacySignal]}.</p>;
  if (!first && !last) return <p>Not known.</p>;
  const isSame = first && last && LABELS.every(([key]) => first[key] === last[key]);
  return (
    <DetailList
      details={[
        first && [isSame ? "First and last visit" : "First visit", textOf(first, timeZone)],
        last && !isSame && ["Last visit", textOf(last, timeZone)],
      ]}
    />
  );
}

function textOf(visit: Visit, timeZone: string): string {
  const known = LABELS.flatMap(([key, label]) => (visit[key] ? [`${label} ${visit[key]}`] : []));
  const isDirect = !visit.utmSource && !visit.referrer && !visit.clickId;
  const at = visit.at ? [formatInstant(new Date(visit.at), timeZone)] : [];
  return [...(isDirect ? ["direct"] : []), ...known, ...at].join(", ");
}
