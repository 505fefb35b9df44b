import { createContext, useContext } from "react";
import type { DeskForm, DeskInput } from "./desk-input.ts";

type Desk = {
  form: DeskForm;
  errorOf: (path: string) => string | undefined;
  /** As loaded or saved. */
  saved: DeskInput;
  /** Moves the focus to a control once it is in the page. */
  focusOn: (id: string) => void;
};

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("Fields of the desk stand inside its form.");
  return desk;
}
