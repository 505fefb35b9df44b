import type { PageMeta } from "#company/shell/web/page.ts";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Stopped | ${company.shortName}` });

export default function StoppedPage() {
  return (
    <div className="wrap py-12 lg:py-24">
      <p className="lot-label">Your permission</p>
      <h1>Done. Nothing more comes to you this way.</h1>
      <p className="lead mt-4">
        It holds from this moment, and it stays recorded even if everything else about you is deleted.
      </p>
      <p className="mt-6 max-w-prose">
        A meeting that you have booked stays booked. If you ever agree again, in one of the forms, that counts from then
        on.
      </p>
      <p className="mt-6">
        Something else? <CallOrWriteLinks start="Call" />
      </p>
    </div>
  );
}
