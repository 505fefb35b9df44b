import type { ComponentProps, ReactNode } from "react";
import { WarmUp } from "../dialogs/warm-up.tsx";
import { AdminPage } from "../ui/admin-page.tsx";
import { PagedList, type PagedListProps } from "./paged-list.tsx";

type Frame = Omit<ComponentProps<typeof AdminPage>, "children">;
type Props<Name extends string> = Frame &
  PagedListProps<Name> & {
    dialog: ReactNode;
    likelyDialog?: ReactNode;
  };

export function AdminListPage<Name extends string>({
  title,
  subtitle,
  back,
  actions,
  dialog,
  likelyDialog,
  ...list
}: Props<Name>) {
  return (
    <AdminPage title={title} subtitle={subtitle} back={back} actions={actions}>
      <div className={dialog ? "print:hidden" : undefined}>
        <PagedList {...list} />
      </div>
      {dialog}
      {likelyDialog && <WarmUp>{likelyDialog}</WarmUp>}
    </AdminPage>
  );
}
