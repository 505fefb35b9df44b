import { useEffect } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatInstant } from "#platform/dates.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { signOut } from "#platform/web/sign-out.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { FactorsPanel } from "../sign-in/factors-panel.tsx";

const TITLE = "Set up a second factor";

type Props = {
  /** The page stands before another one, which the person has used. */
  isBefore: boolean;
  onAtWork: (isAtWork: boolean) => void;
};

export function FactorDuePage({ isBefore, onAtWork }: Props) {
  const { company } = useFacts();
  const { user } = useSession();
  useEffect(() => {
    const { title } = document;
    document.title = `${TITLE} | ${company.name}`;
    const heading = document.querySelector("h1");
    if (heading) heading.tabIndex = -1;
    heading?.focus();
    return () => {
      document.title = title;
    };
  }, [company.name]);
  return (
    <>
      <header className="signed-in-bar on-deep">
        <div className="wrap flex min-h-14 items-center justify-between gap-x-6">
          <span className="min-w-0 truncate text-small">{user?.email}</span>
          <Button variant="quiet" onClick={signOut}>
            <Icon name="icon-log-out" className="size-5" />
            Logout
          </Button>
        </div>
      </header>
      <AdminPage title={TITLE} subtitle="Then you go on where you wanted to">
        <div className="grid max-w-200 gap-6">
          <Reasons by={user?.secondFactorBy ?? undefined} />
          {isBefore && <p>What you had open waits behind this page, with all that you have typed there.</p>}
          <FactorsPanel onAtWork={onAtWork} />
        </div>
      </AdminPage>
    </>
  );
}

function Reasons({ by }: { by: string | undefined }) {
  const { company, timeZone } = useFacts();
  return (
    <>
      <p>
        People tell {company.name} where they live and what they owe. So that one stolen password does not open all of
        it, admins of this site sign in with a second factor too.
      </p>
      <p>
        {by && (
          <>
            Yours was due by <strong>{formatInstant(new Date(by), timeZone)}</strong>.{" "}
          </>
        )}
        Until it is set up, the admin area stays closed to you, and keys of programs and calendar feeds that you have
        made stand still.
      </p>
    </>
  );
}
