import type { ReactNode } from "react";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallLink } from "#company/shell/web/parts/reach.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { EmptyLotDrawing } from "./drawings/empty-lot-drawing.tsx";
import { NoticePage } from "./notice-page.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Page not found | ${company.shortName}` });

export default function NotFoundPage() {
  return (
    <NotAtHome label="Lot 404" title="There is no house at this address.">
      The page was moved, or the link has a typing error. Nothing you entered anywhere else is lost.
    </NotAtHome>
  );
}

export function NotAtHome({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <NoticePage label={label} title={title} drawing={<EmptyLotDrawing />}>
      <p className="lead mt-4">{children}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonLink href="/" className="w-full sm:w-auto">
          Go Back Home
        </ButtonLink>
        <ButtonLink href="/book-meeting" variant="outline" className="w-full sm:w-auto">
          Book a Meeting
        </ButtonLink>
      </div>
      <p className="mt-4">
        <CallLink start="Or call" className="link inline-flex min-h-11 items-center font-semibold" />
      </p>
    </NoticePage>
  );
}
