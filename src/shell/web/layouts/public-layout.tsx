import type { ReactNode } from "react";
import { SiteBar } from "./site-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** Static HTML: the site script handles its few controls without React. */
export function PublicLayout({ currentPath, children }: { currentPath: string; children: ReactNode }) {
  return (
    <>
      <SiteBar currentPath={currentPath} />
      {children}
      <SiteFooter />
    </>
  );
}
