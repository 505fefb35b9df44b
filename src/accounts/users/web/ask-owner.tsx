import { useQuery } from "@tanstack/react-query";
import type { Owners } from "#accounts/users/admin.ts";
import { type Duty, dutyNames } from "#platform/access/duties.ts";
import { callApi } from "#platform/web/api.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { userKeys } from "./query-keys.ts";

/** What an address shows for which the person lacks a duty. */
export function AskOwner({ duties }: { duties: readonly Duty[] }) {
  const owners = useQuery({ queryKey: userKeys.owners, queryFn: () => callApi<Owners>("/api/users/owners") });
  return (
    <AdminPage
      title="Ask an Owner"
      subtitle={`This page needs the duty ${dutyNames(duties)}, which your account does not have.`}
    >
      <p>An owner of this site can give it to you{owners.data ? ":" : "."}</p>
      <ul className="mt-2 grid gap-1">
        {owners.data?.owners.map(({ name, email }) => (
          <li key={email} className="wrap-anywhere">
            {name && `${name}, `}
            <a href={`mailto:${email}`} className="link inline-flex min-h-6 items-center">
              {email}
            </a>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
