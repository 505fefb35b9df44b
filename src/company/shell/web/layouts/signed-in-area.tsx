import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { Link, Navigate, useLocation, useMatches } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Duty } from "#platform/access/duties.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { useMay, useSession } from "#platform/web/hooks/use-session.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { ADMIN_AREA } from "../page.ts";
import { pageAt } from "./admin-navigation.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

type Props = Pick<ComponentProps<typeof SignedInLayout>, "adminTools" | "adminPages"> & {
  /** It may show something else instead. */
  Gate: ComponentType<{ children: ReactNode }>;
  everywhere: ReactNode;
  askOwner: (duties: readonly Duty[]) => ReactNode;
};

/** A loader would not do: its redirects carry no state, its request has no fragment, and it does not notice an expired session. */
export function SignedInArea({ adminTools, adminPages, Gate, everywhere, askOwner }: Props) {
  const { isSignedIn, user } = useSession();
  const may = useMay();
  const { pathname, search, hash } = useLocation();
  const isAdminArea = useMatches().some(({ id }) => id === ADMIN_AREA);
  if (!isSignedIn) return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
  if (isAdminArea && user?.role !== "admin") return <Navigate to="/dashboard" replace />;
  const open = adminPages.filter(({ duties = [] }) => may(...duties));
  const needed = (isAdminArea && pageAt(adminPages, pathname)?.duties) || [];
  return (
    <>
      <Gate>
        <SignedInLayout adminTools={adminTools} adminPages={open}>
          {isAdminArea && user?.secondFactorBy && <FactorReminder by={user.secondFactorBy} />}
          <OpenPage lacking={needed.filter((duty) => !may(duty))} askOwner={askOwner} />
        </SignedInLayout>
      </Gate>
      {everywhere}
    </>
  );
}

type OpenPageProps = Pick<Props, "askOwner"> & { lacking: readonly Duty[] };

/** A page that loses its duty while it is open keeps what was typed, and its next call says why it is refused. */
function OpenPage({ lacking, askOwner }: OpenPageProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(pathname);
  const [wasOpen, setWasOpen] = useState(lacking.length === 0);
  if (opened !== pathname) {
    setOpened(pathname);
    setWasOpen(lacking.length === 0);
  }
  return lacking.length === 0 || (wasOpen && opened === pathname) ? <LoadingPage /> : askOwner(lacking);
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
