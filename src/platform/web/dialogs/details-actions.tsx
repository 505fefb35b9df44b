import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";

export type DetailsAction = "status" | "notes" | "correct";

type Props = {
  statusIcon: IconName;
  onOpen: (dialog: DetailsAction) => void;
};

export function DetailsActions({ statusIcon, onOpen }: Props) {
  return (
    <>
      <Button variant="outline" size="compact" onClick={() => print()}>
        <Icon name="icon-printer" />
        Print
      </Button>
      <Button variant="outline" size="compact" onClick={() => onOpen("correct")}>
        <Icon name="icon-pencil-line" />
        Correct
      </Button>
      <Button variant="outline" size="compact" onClick={() => onOpen("notes")}>
        <Icon name="icon-notebook-pen" />
        Notes
      </Button>
      <Button size="compact" onClick={() => onOpen("status")}>
        <Icon name={statusIcon} />
        Status
      </Button>
    </>
  );
}
