import { type ComponentProps, useId, useState } from "react";
import { isDay } from "#platform/dates.ts";
import { Input } from "../forms/input.tsx";
import { Select } from "../forms/select.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListParams, useDebounced } from "./use-list-params.ts";

const FILTER_BAR =
  "grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 sm:flex sm:flex-wrap sm:[&>.select]:min-w-40 sm:[&>.select]:flex-1";

export function asOptions(labels: readonly string[]): SelectChoice["options"] {
  return labels.map((label) => [label, label] as const);
}

export type FilterChoices<Name extends string> = Record<Name, FilterChoice>;

type FilterChoice = SelectChoice | { label: string; isDay: true };

type SelectChoice = {
  label: string;
  all: string;
  options: ComponentProps<typeof Select>["options"];
};

export type FilterBarProps<Name extends string> = {
  params: ListParams<Name>;
  searched?: string;
  choices: FilterChoices<Exclude<Name, "search">>;
};

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
          if (!choice) return <SearchField key={name} value={value} placeholder={searched} onSearch={choose} />;
          if ("isDay" in choice) return <DayField key={name} label={choice.label} value={value} onChoose={choose} />;
          return <ChoiceField key={name} choice={choice} value={value} onChoose={choose} />;
        })}
        <Button
          variant="outline"
          size="compact"
          // On a phone there is no room for what does nothing.
          className={isFiltered ? "" : "max-sm:hidden"}
          onClick={clearFilters}
          disabled={!isFiltered}
        >
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
                  <Icon name="icon-x" className="size-4" />
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
    <div className="relative col-span-2 sm:min-w-64 sm:flex-2">
      <Icon name="icon-search" className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
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

type DayProps = { label: string; value: string; onChoose: (value: string) => void };

function DayField({ label, value, onChoose }: DayProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  return (
    <div className="col-span-2 flex items-center gap-2">
      <label htmlFor={id} className="w-12 shrink-0 sm:w-auto">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="input-compact"
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isDay(target.value)) onChoose(target.value);
        }}
        onBlur={() => {
          if (typed === "") onChoose("");
          setTyped(undefined);
        }}
      />
    </div>
  );
}

type ChoiceProps = { choice: SelectChoice; value: string; onChoose: (value: string) => void };

function ChoiceField({ choice: { label, all, options }, value, onChoose }: ChoiceProps) {
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
  if (!choice || "isDay" in choice) return value;
  return choice.options.find(([known]) => known === value)?.[1] ?? value;
}
