import type { ReactNode } from "react";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { useNarrow } from "../hooks/use-narrow.ts";
import { Skeleton } from "../ui/skeleton.tsx";

type Identified = { _id: string };

type Props<Listed extends Identified> = {
  name: string;
  order?: string;
  columns: readonly { heading: string; width?: string }[];
  records: readonly Listed[] | undefined;
  isBusy: boolean;
  expected: number;
  classOf?: (record: Listed) => string;
  row: (record: Listed) => ReactNode;
  card: (record: Listed) => ReactNode;
};

export function RecordList<Listed extends Identified>(props: Props<Listed>) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Listed extends Identified>(props: Props<Listed>) {
  const { name, order = "newest first", columns, records, isBusy, expected, classOf, row } = props;
  return (
    <ScrollRegion label={name} isBusy={isBusy}>
      <table className={`table min-w-224 ${columns[0]?.width ? "table-fixed" : ""}`}>
        <caption className="sr-only">
          {name}, {order}
        </caption>
        <thead>
          <tr>
            {columns.map(({ heading, width }) => (
              <th key={heading} scope="col" className={width}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records
            ? records.map((record) => (
                <tr key={record._id} data-record={record._id} className={classOf?.(record)}>
                  {row(record)}
                </tr>
              ))
            : placeholders(expected).map((index) => (
                <tr key={index}>
                  <td colSpan={columns.length}>
                    <Skeleton className="h-11 w-full" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Cards<Listed extends Identified>(props: Props<Listed>) {
  const { name, order = "newest first", records, isBusy, expected, classOf, card } = props;
  if (!records) return placeholders(expected).map((index) => <Skeleton key={index} className="mb-3 h-44 w-full" />);
  return (
    <ul className="grid gap-3 sm:grid-cols-2" aria-label={`${name}, ${order}`} aria-busy={isBusy}>
      {records.map((record) => (
        <li key={record._id} data-record={record._id} className={`record-card ${classOf?.(record) ?? ""}`}>
          {card(record)}
        </li>
      ))}
    </ul>
  );
}

function placeholders(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
