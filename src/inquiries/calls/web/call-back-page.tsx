import type { PageMeta } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Have us call you | ${company.shortName}` });

export default function CallBackPage() {
  return (
    <div className="wrap max-w-176 py-12 lg:py-24">
      <p className="lot-label">Call me back</p>
      <h1>Have us call you</h1>
      <p className="lead mt-4">Leave your number. A person calls you about your house, and there is nothing to sign.</p>
      <CallBackForm className="mt-8" />
    </div>
  );
}
