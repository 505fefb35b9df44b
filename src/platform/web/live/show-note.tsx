import "./show-note.css";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button.tsx";
import { holdForRecord, latestChangeOf, onHeard, readHeard } from "./heard.ts";
import { keepPlace, type Steady } from "./steady-query.ts";

/** Says that rows wait. Its parent element is where the hand holds them back. */
export function RowsNote({ steady: { hash, fresh, show } }: { steady: Steady }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = note.current?.parentElement;
    return place ? keepPlace(hash, place) : undefined;
  }, [hash]);
  const text = fresh === undefined ? undefined : fresh > 0 ? `${fresh} new` : "The list has changed";
  return <ShowNote noteRef={note} text={text} onShow={show} />;
}

/** Says that another person has changed an open record. Until it is asked to show that, nothing in it moves. */
export function ChangedNote({ ids }: { ids: readonly string[] }) {
  const latest = useSyncExternalStore(onHeard, () => latestChangeOf(ids));
  const [shown, setShown] = useState(latest);
  const note = useRef<HTMLDivElement>(null);
  useEffect(holdForRecord, []);
  const onShow = () => {
    setShown(latest);
    readHeard();
  };
  return <ShowNote noteRef={note} text={latest > shown ? "This has changed" : undefined} onShow={onShow} />;
}

type Props = { noteRef: React.RefObject<HTMLDivElement | null>; text: string | undefined; onShow: () => void };

/** The live region is there before its text. */
function ShowNote({ noteRef, text, onShow }: Props) {
  return (
    <div ref={noteRef} className="show-note print:hidden">
      <div className={text ? "show-note-body" : undefined}>
        <p role="status">{text}</p>
        {text && (
          <Button
            size="compact"
            onClick={() => {
              const place = noteRef.current?.parentElement;
              onShow();
              // The button goes.
              place?.setAttribute("tabindex", "-1");
              place?.focus({ preventScroll: true });
            }}
          >
            Show
          </Button>
        )}
      </div>
    </div>
  );
}
