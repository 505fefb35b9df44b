import { Navigate } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Today | ${company.name}` });

/** The day is on the dashboard. Links in earlier mail lead here. */
export default function TodayPage() {
  return <Navigate to="/admin" replace />;
}
