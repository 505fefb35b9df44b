import type { ReactNode } from "react";

export function PublicLayout({ children }: { currentPath: string; children: ReactNode }) {
  return <>{children}</>;
}
