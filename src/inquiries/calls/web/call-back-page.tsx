import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Call me back | ${company.shortName}` });

export default function CallBackPage() {
  const { claims, words } = useFacts();
  return (
    <div className="wrap max-w-176 py-12 lg:py-24">
      <LotLabel claim={claims.callBack}>Call me back</LotLabel>
      <h1>{words.callBack.title}</h1>
      <p className="lead mt-4">{words.callBack.lead}</p>
      <CallBackForm className="mt-8" />
    </div>
  );
}
