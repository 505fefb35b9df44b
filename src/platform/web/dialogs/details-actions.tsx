import { type LucideIcon, NotebookPen, PencilLine, Printer } from "lucide-react";
import { Button } from "../ui/button.tsx";

export type DetailsAction = "status" | "notes" | "correct";

type Props = {
  StatusIcon: LucideIcon;
  onOpen: (dialog: DetailsAction) => void;
};

export function DetailsActions({ StatusIcon, onOpen }: Props) {
  return (
    <>
      <Button variant="outline" size="compact" onClick={() => print()}>
        <Printer size={18} aria-hidden="true" />
        Print
      </Button>
      <Button variant="outline" size="compact" onClick={() => onOpen("correct")}>
        <PencilLine size={18} aria-hidden="true" />
        Correct
      </Button>
      <Button variant="outline" size="compact" onClick={() => onOpen("notes")}>
        <NotebookPen size={18} aria-hidden="true" />
        Notes
      </Button>
      <Button size="compact" onClick={() => onOpen("status")}>
        <StatusIcon size={18} aria-hidden="true" />
        Status
      </Button>
    </>
  );
}
