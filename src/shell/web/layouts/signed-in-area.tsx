import { Navigate, useLocation, useMatches } from "react-router";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { ADMIN_AREA } from "../page.ts";
import { ArrivingPage } from "./arriving-page.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

/**
 * Redirects to sign-in without a session, and remembers the requested page. Not a loader: its redirects carry no state, its
 * request has no fragment, and it does not notice when a session expires.
 */
export function SignedInArea() {
  const { isSignedIn, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const isAdminArea = useMatches().some(({ id }) => id === ADMIN_AREA);
  if (!isSignedIn) return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
  if (isAdminArea && user?.role !== "admin") return <Navigate to="/dashboard" replace />;
  return (
    <SignedInLayout>
      <ArrivingPage />
    </SignedInLayout>
  );
}
