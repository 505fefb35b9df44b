import { type LucideIcon, NotebookPen, Printer } from "lucide-react";
import { Button } from "../ui/button.tsx";

type Props = {
  StatusIcon: LucideIcon;
  onOpen: (dialog: "status" | "notes") => void;
};

export function DetailsActions({ StatusIcon, onOpen }: Props) {
  return (
    <>
      <Button variant="outline" size="compact" onClick={() => print()}>
        <Printer size={18} aria-hidden="true" />
        Print
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
