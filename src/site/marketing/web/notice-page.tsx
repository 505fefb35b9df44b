import type { ReactNode } from "react";

export function NoticePage(props: { label: string; title: string; drawing: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 items-center gap-x-16 gap-y-6 py-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:py-24">
      <div>
        <p className="lot-label">{props.label}</p>
        <h1>{props.title}</h1>
        {props.children}
      </div>
      <div className="[&>svg]:h-auto [&>svg]:w-full">{props.drawing}</div>
    </div>
  );
}
