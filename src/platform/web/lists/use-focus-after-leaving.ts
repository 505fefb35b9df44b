import { useEffect, useRef } from "react";

type Listed = { _id: string };
type Options = {
  records: readonly Listed[] | undefined;
  isDialogOpen: boolean;
  action: string;
};

/**
 * The focus moves to the neighbouring row, else to the heading, unless the hand has moved it on by then. Call the returned function before the row
 * disappears.
 */
export function useFocusAfterLeaving({ records, isDialogOpen, action }: Options): (record: Listed) => void {
  const leaving = useRef<{ id: string; neighbour: string | undefined }>(undefined);
  useEffect(() => {
    if (!leaving.current || isDialogOpen) return;
    const { id, neighbour } = leaving.current;
    if (records?.some(({ _id }) => _id === id)) return;
    leaving.current = undefined;
    if (!isFocusLost()) return;
    const button = document.querySelector<HTMLElement>(`[data-record="${neighbour}"] [data-action="${action}"]`);
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    (button ?? heading)?.focus();
  }, [records, isDialogOpen, action]);
  return ({ _id }) => {
    const index = records?.findIndex((record) => record._id === _id) ?? -1;
    const neighbour = records?.[index + 1] ?? records?.[index - 1];
    leaving.current = { id: _id, neighbour: neighbour?._id };
  };
}

/** The element that had it is gone. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
