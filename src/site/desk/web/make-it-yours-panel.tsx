import { Icon } from "#platform/web/ui/icon.tsx";
import "./make-it-yours-panel.css";
import { Link } from "react-router";
import { isKeptFromSearch, samplesIn } from "#company/facts/samples.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { type Step, stepsOf } from "#site/desk/steps.ts";
import { useSite } from "./queries.ts";

export function MakeItYoursPanel() {
  const facts = useFacts();
  const { data, isPending } = useSite();
  // The page's facts lack some fields, but they show whether the list will appear.
  if (isPending && samplesIn(facts).length > 0) return <Skeleton className="mb-6 h-96 w-full" />;
  if (!data) return null;
  const published = data.published.facts;
  const steps = stepsOf(published);
  const done = steps.filter(({ left }) => left === "").length;
  return (
    <>
      {done < steps.length && (
        <section className="card mb-6" aria-labelledby="make-it-yours">
          <h2 id="make-it-yours" className="text-h3">
            Make it yours
          </h2>
          <p className="mt-1 mb-2 text-muted">
            {done} of {steps.length} steps are done.{" "}
            {isKeptFromSearch(published, location.hostname) &&
              "Search engines are asked not to list the site while phone number, e-mail address or address are samples."}
          </p>
          <progress className="progress" value={done} max={steps.length} aria-labelledby="make-it-yours" />
          <ul className="mt-3 grid gap-x-8 sm:grid-cols-2">
            {steps.map((step) => (
              <StepLine key={step.id} step={step} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function StepLine({ step: { title, section, left } }: { step: Step }) {
  const icon = left ? "icon-circle-dashed" : "icon-circle-check";
  return (
    <li className="flex min-h-11 items-start gap-3 border-line border-t py-2.5">
      <Icon name={icon} className={`size-5 mt-0.5 ${left ? "text-muted" : "text-ok"}`} />
      <span className="min-w-0">
        <Link to={`/admin/site?section=${section}`} className="link inline-flex min-h-6 items-center font-semibold">
          {title}
        </Link>
        <span className="block text-muted">{left ? `Left: ${left}` : "Done"}</span>
      </span>
    </li>
  );
}
