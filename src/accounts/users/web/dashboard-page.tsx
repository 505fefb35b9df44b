import type { PageMeta } from "#company/shell/web/page.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Dashboard | ${company.name}` });

export default function DashboardPage() {
  const { user } = useSession();
  return (
    <main id="main" tabIndex={-1} className="wrap py-12">
      <div className="card max-w-160 sm:p-8">
        <h1 className="text-h2">Welcome to your dashboard</h1>
        {user?.email && (
          <p className="mt-4">
            You are logged in as{" "}
            <strong className="wrap-break-word">
              <EmailText email={user.email} />
            </strong>
            .
          </p>
        )}
        <p className="mt-2 text-muted">
          Meetings are booked without an account. If you have booked one, its details are in your confirmation e-mail.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/">Back to Home</ButtonLink>
          <ButtonLink href="/book-meeting" variant="outline">
            Book a Meeting
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
