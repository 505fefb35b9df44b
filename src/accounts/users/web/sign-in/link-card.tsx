import type { ReactNode } from "react";
import { EntryLayout } from "#company/shell/web/layouts/entry-layout.tsx";
import { useLinkToken } from "#platform/web/hooks/use-link-token.ts";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";

type Props = {
  title: string;
  missing: ReactNode;
  children: (token: string) => ReactNode;
};

export function LinkCard({ title, missing, children }: Props) {
  const token = useLinkToken();
  return (
    <EntryLayout>
      <div className="card sm:p-8">
        {token ? (
          <div key={token}>{children(token)}</div>
        ) : (
          <>
            <h1 className="text-h2">{title}</h1>
            {token === undefined ? (
              <LoadingText>Opening the link...</LoadingText>
            ) : (
              <p className="mt-2">Please open the link in the e-mail again: this page works only with it. {missing}</p>
            )}
          </>
        )}
      </div>
    </EntryLayout>
  );
}
