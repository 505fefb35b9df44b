import { type ReactNode, useId } from "react";

type Props = { title: string; intro?: ReactNode; children: ReactNode };

export function Section({ title, intro, children }: Props) {
  const id = useId();
  return (
    <section className="card sm:p-8" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="text-h3">
        {title}
      </h2>
      {intro && <p className="mt-2 text-muted">{intro}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  );
}
