import type { ReactNode } from "react";
import type { IconName } from "#platform/web/ui/icon.tsx";
import type { inquiryCalls, ShownInquiry } from "./inquiry-calls.ts";

type Calls<Shown extends ShownInquiry> = ReturnType<typeof inquiryCalls<Shown, object, object>>;

/** What differs on every page and in every dialog about one kind. */
export type ShownKind<Shown extends ShownInquiry> = {
  calls: Omit<Calls<Shown>, "change" | "showChanged" | "changeStatus" | "correct">;
  /** The page of the list, and the parameter of a link to one of its details. */
  list: string;
  parameter: string;
  fallback: string;
  nameOf: (inquiry: Shown) => string;
  isOpen: (inquiry: Shown) => boolean;
  badgeOf: (inquiry: Shown) => ReactNode;
  statusIcon: IconName;
  /** Of the house: it decides when people may be called. */
  stateOf?: (inquiry: Shown) => string | undefined;
  /** What its present state says beside the status: ", for Mon, Nov 23, 10:00 AM". */
  standsFor?: (inquiry: Shown) => string;
};

export type InquiryDialog = "details" | "status" | "notes" | "log" | "correct" | "delete";

export type OpenDialog<Shown> = (dialog: InquiryDialog, inquiry: Shown) => void;

export type DialogProps<Shown> = { inquiry: Shown; onClose: () => void; onDeleted: (inquiry: Shown) => void };

export type DetailsProps<Shown> = Omit<DialogProps<Shown>, "onDeleted"> & { onOpen: OpenDialog<Shown> };
