import { Component, type ReactNode } from "react";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { company } from "#site";
import { PHONE_LINK } from "../contact-links.ts";

type Props = { children: ReactNode };
type State = { error: unknown };

/** Catches what breaks while drawing a page, says so, and leads on. Give it another key to start over. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Broken isMissingPart={isMissingPart(this.state.error)} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}

function Broken({ isMissingPart, onRetry }: { isMissingPart: boolean; onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="wrap py-16" role="alert">
      <h1 className="text-h2">{isMissingPart ? "A part of this page did not arrive" : "Something went wrong"}</h1>
      <p className="mt-4 max-w-[60ch]">
        {isMissingPart
          ? "The connection may be down, or the site was renewed while you had it open. Reloading the page helps in both cases."
          : "This page could not be shown. Nothing you saved is lost. Please try again, or call us."}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {isMissingPart ? (
          <Button onClick={() => location.reload()}>Reload</Button>
        ) : (
          <Button onClick={onRetry}>Retry</Button>
        )}
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
        <ButtonLink href="/book-meeting" variant="outline">
          Book a Meeting
        </ButtonLink>
      </div>
      <p className="mt-8">
        Or call{" "}
        <a href={PHONE_LINK} className="link">
          {company.phone}
        </a>
      </p>
    </main>
  );
}

/** Browsers word a script that did not load each in their own way. */
function isMissingPart(error: unknown): boolean {
  return /dynamically imported module|Importing a module script failed|Unable to preload/i.test(String(error));
}
