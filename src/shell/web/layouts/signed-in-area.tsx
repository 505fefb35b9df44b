import { Navigate, useLocation, useMatches } from "react-router";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { ADMIN_AREA } from "../page.ts";
import { ArrivingPage } from "./arriving-page.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

/**
 * Lets in who is signed in; sends everybody else to sign in, and remembers where they were going. Not a loader: its
 * redirects carry no state, its request no fragment, and it hears nothing of a session that ends.
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
