import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";

type Props = {
  /** The id of the list's own control. */
  list: string;
  index: number;
  count: number;
  called: string;
  onMove: (from: number, to: number) => void;
};

/** The focus follows the item: at the end of the list one button is disabled, and the other one is not. */
export function MoveButtons({ list, index, count, called, onMove }: Props) {
  const { focusOn } = useDesk();
  const moveTo = (to: number, end: number) => {
    onMove(index, to);
    focusOn(moveId(list, to, to < index === (to !== end) ? "up" : "down"));
  };
  return (
    <>
      <Button
        id={moveId(list, index, "up")}
        variant="quiet"
        size="icon"
        aria-label={`Move up: ${called}`}
        disabled={index === 0}
        onClick={() => moveTo(index - 1, 0)}
      >
        <Icon name="icon-arrow-up" className="size-5" />
      </Button>
      <Button
        id={moveId(list, index, "down")}
        variant="quiet"
        size="icon"
        aria-label={`Move down: ${called}`}
        disabled={index === count - 1}
        onClick={() => moveTo(index + 1, count - 1)}
      >
        <Icon name="icon-arrow-down" className="size-5" />
      </Button>
    </>
  );
}

function moveId(list: string, index: number, direction: "up" | "down"): string {
  return `${list}-${index}-${direction}`;
}
