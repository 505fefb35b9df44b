import type { ReactNode } from "react";
import { SiteBar } from "./site-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

type Props = { currentPath: string; above: ReactNode; children: ReactNode };

/** Static HTML: the site script handles its few controls without React. */
export function PublicLayout({ currentPath, above, children }: Props) {
  return (
    <>
      {above}
      <SiteBar currentPath={currentPath} />
      {children}
      <SiteFooter />
    </>
  );
}
