import type { ReactNode, Ref } from "react";

type Props = {
  label: string;
  isBusy?: boolean | undefined;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A table, chart or board that may be wider than the page. */
export function ScrollRegion({ label, isBusy, className = "table-region", ref, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={ref} className={className} aria-label={label} aria-busy={isBusy} tabIndex={0}>
      {children}
    </section>
  );
}
