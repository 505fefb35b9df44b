import { Link } from "react-router";
import { Note } from "#platform/web/ui/note.tsx";
import { useKnownSystem } from "./queries.ts";

const SHOWN = 3;

export function SystemPanel() {
  const { data } = useKnownSystem();
  const loud = (data?.findings ?? []).filter(({ isQuiet }) => !isQuiet);
  const troubles = loud.filter(({ state }) => state === "trouble");
  const shown = troubles.length > 0 ? troubles : loud.filter(({ state }) => state === "warning");
  if (shown.length === 0) return null;
  const more = shown.length - SHOWN;
  return (
    <div className="mb-6">
      <Note tone={troubles.length > 0 ? "danger" : "warn"}>
        <p className="font-semibold">
          {troubles.length > 0
            ? "There is trouble with the site itself."
            : "Something about the site itself needs a look."}
        </p>
        <ul>
          {shown.slice(0, SHOWN).map(({ id, title, found }) => (
            <li key={id} className="wrap-anywhere">
              {title}: {found}
            </li>
          ))}
        </ul>
        <p>
          {more > 0 && `And ${more} more. `}
          <Link to="/admin/system" className="link inline-flex min-h-6 items-center">
            See how the site is
          </Link>
        </p>
      </Note>
    </div>
  );
}
