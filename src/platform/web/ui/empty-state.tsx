import type { ReactNode } from "react";

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <svg viewBox="0 0 96 96" width="96" height="96" fill="none" strokeLinecap="round" aria-hidden="true">
        <path stroke="var(--control)" strokeWidth="2" strokeDasharray="6 6" d="M22 22h52v52H22z" />
        <path
          stroke="var(--control)"
          strokeWidth="1.5"
          d="M16 22h12M22 16v12M68 22h12M74 16v12M16 74h12M22 68v12M68 74h12M74 68v12"
        />
        <path stroke="var(--line)" strokeWidth="2" strokeLinejoin="round" d="M34 50l14-12 14 12v14H34z" />
      </svg>
      <p>{children}</p>
      {action}
    </div>
  );
}
