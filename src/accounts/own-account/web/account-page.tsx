import type { Account } from "#accounts/own-account/account.ts";
import { FactorsPanel } from "#accounts/users/web/sign-in/factors-panel.tsx";
import type { PageMeta } from "#company/shell/web/page.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { EmailSection } from "./email-section.tsx";
import { NoticesSection, RingSection } from "./notices-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useAccount } from "./queries.ts";
import { SessionsSection } from "./sessions-section.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Your account | ${company.name}` });

export default function AccountPage() {
  const query = useAccount();
  const isAdmin = query.data?.role === "admin";
  return (
    <AdminPage
      title="Your account"
      subtitle="How you sign in, and what you hear of"
      back={{ to: isAdmin ? "/admin" : "/dashboard", label: "Back to Dashboard" }}
    >
      <LoadState query={query} what="your account" fallback="Failed to load your account" />
      {query.data && <Sections account={query.data} />}
    </AdminPage>
  );
}

function Sections({ account }: { account: Account }) {
  return (
    <div className="grid max-w-200 gap-6">
      <ProfileSection account={account} />
      <EmailSection account={account} />
      <PasswordSection />
      <FactorsPanel />
      <NoticesSection account={account} />
      {account.role === "admin" && <RingSection />}
      <SessionsSection />
    </div>
  );
}
