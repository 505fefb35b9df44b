import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { WhatChanged } from "./changes/what-changed.tsx";
import { Preview } from "./preview.tsx";
import { useRepublish, useVersion, useVersions, type Version } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Site History | ${company.name}` });

export default function HistoryPage() {
  const query = useVersions();
  const [chosen, setChosen] = useState<Version>();
  const [params] = useSearchParams();
  const previewed = Number(params.get("preview"));
  const version = useVersion(previewed);
  const versions = query.data?.versions;
  if (previewed > 0)
    return (
      <AdminPage
        title={`Version ${previewed}`}
        subtitle="A version that was published"
        back={{ to: "/admin/site/history", label: "Back to the History" }}
      >
        {version.data && (
          <Preview shown={{ number: previewed }} looks="looked" facts={version.data.version.facts} page={undefined} />
        )}
        {!version.data && <LoadState query={version} what="the version" fallback="Failed to load the version" />}
      </AdminPage>
    );
  return (
    <AdminPage
      title="Site History"
      subtitle="Every version that was published, newest first"
      back={{ to: "/admin/site", label: "Back to the Site" }}
    >
      {!versions && <LoadState query={query} what="the history" fallback="Failed to load the history" />}
      {query.isPending && <Skeleton className="mt-4 h-96 w-full" />}
      {versions && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {versions.map((version, index) => (
            <VersionLine
              key={version.number}
              version={version}
              isPublished={index === 0}
              onChoose={() => setChosen(version)}
            />
          ))}
        </ol>
      )}
      {chosen && <RepublishDialog version={chosen} onClose={() => setChosen(undefined)} />}
    </AdminPage>
  );
}

type LineProps = { version: Version; isPublished: boolean; onChoose: () => void };

function VersionLine({ version: { number, publishedAt, by, changes }, isPublished, onChoose }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="card flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="flex flex-wrap items-center gap-3 font-semibold text-h3">
          Version {number}
          {isPublished && (
            <Badge tone="ok" icon="icon-circle-check">
              Published
            </Badge>
          )}
        </h2>
        <p className="wrap-anywhere text-muted">
          <Instant at={publishedAt} />, by {by}
        </p>
        <p className="mt-1 wrap-anywhere">{changes}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link
          to={{ search: `?preview=${number}` }}
          className="button button-outline"
          aria-label={`Preview: version ${number}`}
        >
          Preview
        </Link>
        {!isPublished && (
          <Button variant="outline" aria-label={`Publish again: version ${number}`} onClick={onChoose}>
            Publish Again
          </Button>
        )}
      </div>
      {number > 1 && (
        <details className="basis-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            The words before and after<span className="sr-only"> version {number}</span>
          </summary>
          {isOpen && <VersionChanges number={number} />}
        </details>
      )}
    </li>
  );
}

function VersionChanges({ number }: { number: number }) {
  const [before, after] = [useVersion(number - 1), useVersion(number)];
  const failed = [before, after].find(({ isError }) => isError);
  if (failed) return <LoadState query={failed} what="the version" fallback="Failed to load the version" />;
  if (!before.data || !after.data) return <Skeleton className="h-24 w-full" />;
  return <WhatChanged before={before.data.version.facts} after={after.data.version.facts} heading="h3" />;
}

function RepublishDialog({ version: { number }, onClose }: { version: Version; onClose: () => void }) {
  const republish = useRepublish();
  return (
    <ConfirmDialog
      title={`Publish version ${number} again?`}
      confirm={{ label: "Publish Again", busyLabel: "Publishing...", isBusy: republish.isPending, variant: "brand" }}
      error={republish.error}
      fallback="Failed to publish it again"
      onClose={onClose}
      onConfirm={() => republish.mutate(number, { onSuccess: onClose })}
    >
      <p>
        The site then shows what it showed as version {number}, as a new version. Three things stay as they are now: the
        words that people agree to, who gets your staff’s e-mail, and how long you keep bookings, messages and the proof
        of what people agreed to. A draft stays a draft.
      </p>
    </ConfirmDialog>
  );
}
