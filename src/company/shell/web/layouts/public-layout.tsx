import type { ReactNode } from "react";
import { SiteBar } from "./site-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

type Props = { currentPath: string; above: ReactNode; children: ReactNode };

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
