import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { Input } from "../forms/input.tsx";
import { Select } from "../forms/select.tsx";
import { Button } from "../ui/button.tsx";
import { useTyped } from "./use-list-params.ts";

type SearchProps = { value: string; placeholder: string; onSearch: (text: string) => void };

export function SearchField({ value, placeholder, onSearch }: SearchProps) {
  const [text, type] = useTyped(value, onSearch);
  return (
    <div className="filter-search">
      <Search size={18} aria-hidden="true" />
      <Input
        type="search"
        aria-label="Search"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="input-compact"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  /** What the empty choice says: "All statuses". */
  all: string;
  value: string;
  options: readonly string[];
  onChoose: (value: string) => void;
};

export function FilterChoice({ label, all, value, options, onChoose }: ChoiceProps) {
  // A value from a shared link that is no option of ours is shown as what it is: no choice.
  return (
    <Select
      aria-label={label}
      className="input-compact"
      emptyLabel={all}
      options={options.map((option) => [option, option] as const)}
      value={options.includes(value) ? value : ""}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

type BarProps = {
  /** What is chosen, for the chips: name of the filter, its value in words, how to remove it. */
  active: readonly { name: string; value: string; onRemove: () => void }[];
  onClear: () => void;
  children: ReactNode;
};

export function FilterBar({ active, onClear, children }: BarProps) {
  return (
    <search className="no-print">
      <div className="filter-bar">
        {children}
        <Button variant="outline" size="compact" onClick={onClear} disabled={active.length === 0}>
          Clear Filters
        </Button>
      </div>
      {active.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label="Active filters">
          {active.map(({ name, value, onRemove }) => (
            <li key={name} className="max-w-full">
              <button type="button" className="chip" onClick={onRemove}>
                <span className="truncate">
                  <span className="sr-only">Remove filter </span>
                  {name}: {value}
                </span>
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
