import { createContext, useContext } from "react";
import type { FieldPath } from "react-hook-form";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import type { DeskForm, DeskInput } from "./desk-input.ts";

type Desk = {
  field: (path: FieldPath<DeskInput>, options?: { onBlur: () => void }) => FieldBinding;
  wiringOf: Submission<DeskInput, unknown>["wiringOf"];
  form: DeskForm;
  saved: DeskInput;
  /** The focus moves once the control is in the page. */
  focusOn: (id: string) => void;
};

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("Fields of the desk stand inside its form.");
  return desk;
}
