import type { ReactNode } from "react";

type Props = { width: number; height: number; preserveAspectRatio?: string; children: ReactNode };

export function Drawing({ width, height, preserveAspectRatio, children }: Props) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio={preserveAspectRatio}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
