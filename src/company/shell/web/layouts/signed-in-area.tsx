import type { ComponentProps, ComponentType, ReactNode } from "react";
import { Link, Navigate, useLocation, useMatches } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { ADMIN_AREA } from "../page.ts";
import { LoadingPage } from "./loading-page.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

type Props = Pick<ComponentProps<typeof SignedInLayout>, "adminTools" | "adminPages"> & {
  /** It may show something else instead. */
  Gate: ComponentType<{ children: ReactNode }>;
  everywhere: ReactNode;
};

/** A loader would not do: its redirects carry no state, its request has no fragment, and it does not notice an expired session. */
export function SignedInArea({ adminTools, adminPages, Gate, everywhere }: Props) {
  const { isSignedIn, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const isAdminArea = useMatches().some(({ id }) => id === ADMIN_AREA);
  if (!isSignedIn) return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
  if (isAdminArea && user?.role !== "admin") return <Navigate to="/dashboard" replace />;
  return (
    <>
      <Gate>
        <SignedInLayout adminTools={adminTools} adminPages={adminPages}>
          {isAdminArea && user?.secondFactorBy && <FactorReminder by={user.secondFactorBy} />}
          <LoadingPage />
        </SignedInLayout>
      </Gate>
      {everywhere}
    </>
  );
}

function FactorReminder({ by }: { by: string }) {
  const { timeZone } = useFacts();
  return (
    <div className="wrap pt-4 print:hidden">
      <Note tone="warn">
        <p>
          Admins need a second factor from {formatDay(wallClock(new Date(by), timeZone).day, "full")} on.{" "}
          <Link to="/account" className="link inline-flex min-h-6 items-center">
            Set one up
          </Link>
        </p>
      </Note>
    </div>
  );
}
