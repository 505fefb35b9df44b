import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { CALL_BACK_NOTES } from "#company/shell/call-back.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import { Note } from "#platform/web/ui/note.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Call me back | ${company.shortName}` });

export default function CallBackPage() {
  const { claims, words } = useFacts();
  return (
    <div className="wrap max-w-176 py-12 lg:py-24">
      <LotLabel claim={claims.callBack}>Call me back</LotLabel>
      <h1>{words.callBack.title}</h1>
      <p className="lead mt-4">{words.callBack.lead}</p>
      <Told id={CALL_BACK_NOTES.mistaken}>Something was not right. Please enter your phone number once more.</Told>
      <Told id={CALL_BACK_NOTES.tooMany}>
        Too many requests. Please wait a little and try again, or <CallOrWriteLinks start="call" />.
      </Told>
      <CallBackForm className="mt-8" />
    </div>
  );
}

function Told({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="mt-6 hidden target:block">
      <Note tone="danger">{children}</Note>
    </div>
  );
}
