import type { PageMeta } from "#company/shell/web/page.ts";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Nothing was stopped yet | ${company.shortName}` });

export default function NotStoppedPage() {
  return (
    <div className="wrap py-12 lg:py-24">
      <p className="lot-label">Your permission</p>
      <h1>This link is not complete.</h1>
      <p className="lead mt-4">
        Nothing was stopped yet. Please open the link from the e-mail again, or say so: a word is enough.
      </p>
      <p className="mt-6">
        <CallOrWriteLinks start="Call" />
      </p>
    </div>
  );
}
