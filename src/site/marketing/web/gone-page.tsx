import type { PageMeta } from "#company/shell/web/page.ts";
import { NotAtHome } from "./not-found-page.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Page taken down | ${company.shortName}` });

export default function GonePage() {
  return (
    <NotAtHome label="Lot 410" title="The house that stood here is gone.">
      This page was taken down and will not come back. Nothing you entered anywhere else is lost.
    </NotAtHome>
  );
}
