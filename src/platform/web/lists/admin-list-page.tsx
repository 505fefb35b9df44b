import type { ComponentProps, ReactNode } from "react";
import { AdminPage } from "../ui/admin-page.tsx";
import { PagedList, type PagedListProps } from "./paged-list.tsx";

type Frame = Omit<ComponentProps<typeof AdminPage>, "children">;
type Props<Name extends string> = Frame &
  PagedListProps<Name> & {
    /** The dialog that is open over the list. */
    dialog: ReactNode;
  };

/** An admin page with one paginated list. */
export function AdminListPage<Name extends string>({ title, subtitle, back, actions, dialog, ...list }: Props<Name>) {
  return (
    <AdminPage title={title} subtitle={subtitle} back={back} actions={actions}>
      <div className={dialog ? "print:hidden" : undefined}>
        <PagedList {...list} />
      </div>
      {dialog}
    </AdminPage>
  );
}
