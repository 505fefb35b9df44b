import type { PageMeta } from "#company/shell/web/page.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { FrameDrawing } from "./drawings/frame-drawing.tsx";
import { NoticePage } from "./notice-page.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Under construction | ${company.shortName}` });

export default function UnderConstructionPage() {
  return (
    <NoticePage label="Building permit" title="Under construction" drawing={<FrameDrawing />}>
      <p className="lead mt-4">The frame is up, the rest is not. This page will stand at</p>
      <p className="mt-3">
        <code
          data-current-path=""
          className="inline-block break-all rounded-card font-(family-name:--font-body) font-semibold border border-line bg-surface px-3 py-2"
        >
          /under-construction
        </code>
      </p>
      <ButtonLink href="/" className="mt-8 w-full sm:w-auto">
        Go Back Home
      </ButtonLink>
    </NoticePage>
  );
}
