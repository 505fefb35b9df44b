import type { ReactNode } from "react";
import { SiteBar } from "./site-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** Bar, page, footer. Static HTML: the site script brings its few controls to life, React never does. */
export function PublicLayout({ currentPath, children }: { currentPath: string; children: ReactNode }) {
  return (
    <>
      <SiteBar currentPath={currentPath} />
      {children}
      <SiteFooter />
    </>
  );
}
