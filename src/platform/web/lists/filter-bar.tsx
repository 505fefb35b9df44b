import { Search, X } from "lucide-react";
import { Input } from "../forms/input.tsx";
import { Select } from "../forms/select.tsx";
import { Button } from "../ui/button.tsx";
import { type ListParams, useDebounced } from "./use-list-params.ts";

/** Stacked on a phone, otherwise in as few rows as possible. */
export const FILTER_BAR =
  "grid grid-cols-[minmax(0,1fr)] gap-3 sm:flex sm:flex-wrap sm:[&>.select]:min-w-40 sm:[&>.select]:flex-1";

/** Parameter in the URL → its select. */
export type FilterChoices<Name extends string> = Record<Name, FilterChoice>;

type FilterChoice = {
  label: string;
  /** The label of the empty choice: "All statuses". */
  all: string;
  options: readonly string[];
};

type Props<Name extends string> = {
  params: ListParams<Name | "search">;
  /** The searched fields, for the placeholder. */
  searched: string;
  choices: FilterChoices<Name>;
};

/** A search, selects, and a chip for each filter that is set. */
export function FilterBar<Name extends string>({ params, searched, choices }: Props<Name>) {
  const { filters, setFilter, clearFilters, isFiltered } = params;
  const names = Object.keys(choices) as Name[];
  const active = (["search", ...names] as const).filter((name) => filters[name]);
  return (
    <search className="print:hidden">
      <div className={FILTER_BAR}>
        <SearchField value={filters.search} placeholder={searched} onSearch={(text) => setFilter("search", text)} />
        {names.map((name) => (
          <ChoiceField
            key={name}
            choice={choices[name]}
            value={filters[name]}
            onChoose={(value) => setFilter(name, value)}
          />
        ))}
        <Button variant="outline" size="compact" onClick={clearFilters} disabled={!isFiltered}>
          Clear Filters
        </Button>
      </div>
      {isFiltered && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label="Active filters">
          {active.map((name) => (
            <li key={name} className="max-w-full">
              <button type="button" className="chip" onClick={() => setFilter(name, "")}>
                <span className="truncate">
                  <span className="sr-only">Remove filter </span>
                  {name === "search" ? "Search" : choices[name].label}: {filters[name]}
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

type SearchProps = { value: string; placeholder: string; onSearch: (text: string) => void };

function SearchField({ value, placeholder, onSearch }: SearchProps) {
  const [text, type] = useDebounced(value, onSearch);
  return (
    <div className="relative sm:min-w-64 sm:flex-2">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />
      <Input
        type="search"
        aria-label="Search"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="input-compact pl-10"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}

type ChoiceProps = { choice: FilterChoice; value: string; onChoose: (value: string) => void };

function ChoiceField({ choice: { label, all, options }, value, onChoose }: ChoiceProps) {
  // An unknown value from a shared link counts as no choice.
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
