import { useRevalidator, useRouteError } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { callOrWrite } from "#company/shell/shown.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { CallLink } from "../parts/reach.tsx";

export function ErrorPage() {
  const facts = useFacts();
  const isScriptMissing = isMissingPart(useRouteError());
  const { revalidate } = useRevalidator();
  return (
    <main id="main" tabIndex={-1} className="wrap py-16" role="alert">
      <h1 className="text-h2">{isScriptMissing ? "Part of this page did not load" : "Something went wrong"}</h1>
      <p className="mt-4 max-w-[60ch]">
        {isScriptMissing
          ? "The connection may be down, or the site was updated while you had it open. Reloading the page helps in both cases."
          : `This page could not be shown. Nothing you saved is lost. Please try again, or ${callOrWrite(facts)}.`}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {isScriptMissing ? (
          <Button onClick={() => location.reload()}>Reload</Button>
        ) : (
          <Button onClick={() => revalidate()}>Retry</Button>
        )}
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
        <ButtonLink href="/book-meeting" variant="outline">
          Book a Meeting
        </ButtonLink>
      </div>
      <p className="mt-8">
        <CallLink start="Or call" />
      </p>
    </main>
  );
}

/** Each browser words a failed script load differently. */
function isMissingPart(error: unknown): boolean {
  return /dynamically imported module|Importing a module script failed|Unable to preload/i.test(String(error));
}
