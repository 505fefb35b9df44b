import { Outlet, useLocation, useNavigation } from "react-router";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";

export function LoadingPage() {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return <Outlet />;
  return (
    <main id="main" tabIndex={-1} className="wrap py-10">
      <LoadingText>Loading...</LoadingText>
    </main>
  );
}
