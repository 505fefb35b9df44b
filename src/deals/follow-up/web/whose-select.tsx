import { useSearchParams } from "react-router";
import { Select } from "#platform/web/forms/select.tsx";

export const MINE = { label: "Whose", all: "Everybody's", options: [["yes", "Mine"]] } as const;

/** Returns "yes" or "", from the URL. */
export function useMine(): string {
  const [params] = useSearchParams();
  return params.get("mine") === "yes" ? "yes" : "";
}

export function WhoseSelect() {
  const [, setParams] = useSearchParams();
  return (
    <Select
      aria-label={MINE.label}
      className="input-compact"
      emptyLabel={MINE.all}
      options={MINE.options}
      value={useMine()}
      onChange={({ target }) =>
        setParams(
          (present) => {
            const next = new URLSearchParams(present);
            if (target.value) next.set("mine", target.value);
            else next.delete("mine");
            return next;
          },
          { preventScrollReset: true },
        )
      }
    />
  );
}
