import type { ReactNode } from "react";
import { Link } from "react-router";

type Props = { title: string; text: string; children: ReactNode };

export function FieldGroup({ title, text, children }: Props) {
  return (
    <fieldset className="card min-w-0 *:clear-both">
      <legend className="float-left mb-3 w-full font-display text-h3">{title}</legend>
      {text && (
        <p className="-mt-2 mb-4 text-muted">
          <WithLinks text={text} />
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  );
}

function WithLinks({ text }: { text: string }) {
  const [before, label, to = "", after] = text.split(/\[(.+?)\]\((.+?)\)/);
  return (
    <>
      {before}
      {label && (
        <Link to={to} className="link">
          {label}
        </Link>
      )}
      {after}
    </>
  );
}
