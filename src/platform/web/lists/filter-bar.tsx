import { Search, X } from "lucide-react";
import type { ComponentProps } from "react";
import { Input } from "../forms/input.tsx";
import { Select } from "../forms/select.tsx";
import { Button } from "../ui/button.tsx";
import { type ListParams, useDebounced } from "./use-list-params.ts";

/** Stacked on a phone, otherwise in as few rows as possible. */
const FILTER_BAR =
  "grid grid-cols-[minmax(0,1fr)] gap-3 sm:flex sm:flex-wrap sm:[&>.select]:min-w-40 sm:[&>.select]:flex-1";

/** For choices whose label stands in the URL too. */
export function asOptions(labels: readonly string[]): FilterChoice["options"] {
  return labels.map((label) => [label, label] as const);
}

/** Parameter in the URL → its select. */
export type FilterChoices<Name extends string> = Record<Name, FilterChoice>;

type FilterChoice = {
  label: string;
  /** The label of the empty choice: "All statuses". */
  all: string;
  options: ComponentProps<typeof Select>["options"];
};

export type FilterBarProps<Name extends string> = {
  params: ListParams<Name>;
  /** The searched fields, for the placeholder, if the list has the parameter "search". */
  searched?: string;
  choices: FilterChoices<Exclude<Name, "search">>;
};

/** A search, selects, and a chip for each filter that is set. */
export function FilterBar<Name extends string>({ params, searched, choices }: FilterBarProps<Name>) {
  const { filters, setFilter, clearFilters, isFiltered } = params;
  const names = Object.keys(filters) as Name[];
  const choiceOf: Partial<Record<string, FilterChoice>> = choices;
  return (
    <search className="print:hidden">
      <div className={FILTER_BAR}>
        {names.map((name) => {
          const choice = choiceOf[name];
          const value = filters[name];
          const choose = (next: string) => setFilter(name, next);
          return choice ? (
            <ChoiceField key={name} choice={choice} value={value} onChoose={choose} />
          ) : (
            <SearchField key={name} value={value} placeholder={searched} onSearch={choose} />
          );
        })}
        <Button variant="outline" size="compact" onClick={clearFilters} disabled={!isFiltered}>
          Clear Filters
        </Button>
      </div>
      {isFiltered && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label="Active filters">
          {names
            .filter((name) => filters[name])
            .map((name) => (
              <li key={name} className="max-w-full">
                <button type="button" className="chip" onClick={() => setFilter(name, "")}>
                  <span className="truncate">
                    <span className="sr-only">Remove filter </span>
                    {choiceOf[name]?.label ?? "Search"}: {labelOf(choiceOf[name], filters[name])}
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

type SearchProps = { value: string; placeholder: string | undefined; onSearch: (text: string) => void };

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
  const isKnown = options.some(([known]) => known === value);
  return (
    <Select
      aria-label={label}
      className="input-compact"
      emptyLabel={all}
      options={options}
      value={isKnown ? value : ""}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

function labelOf(choice: FilterChoice | undefined, value: string): string {
  return choice?.options.find(([known]) => known === value)?.[1] ?? value;
}
