import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useMatch, useNavigate } from "react-router";

type Options<Listed> = {
  list: string;
  parameter: string;
  listed: readonly Listed[] | undefined;
  keyOf: (id: string) => QueryKey;
  load: (id: string, signal: AbortSignal) => Promise<Listed>;
  fallback: string;
  follows?: readonly QueryKey[];
};

type RecordDialog<Listed> = { record: Listed | undefined; open: (id: string) => void; close: () => void };

export function useRecordDialog<Listed extends { _id: string }>(options: Options<Listed>): RecordDialog<Listed> {
  const { list, parameter, listed, keyOf, load, fallback, follows = [] } = options;
  const navigate = useNavigate();
  const { search } = useLocation();
  const id = useMatch(`${list}/:id`)?.params.id;
  const linked = new URLSearchParams(search).get(parameter);
  const inList = listed?.find(({ _id }) => _id === id);
  const { data, isError } = useQuery({
    queryKey: keyOf(id ?? ""),
    queryFn: ({ signal }) => load(id ?? "", signal),
    enabled: id !== undefined && !inList,
    // A change may remove the record from the list while its dialog is open.
    initialData: inList,
    meta: { fallback, follows },
  });
  const record = inList ?? data;
  const isMissing = isError && !record;

  const go = (path: string) => {
    const params = new URLSearchParams(search);
    params.delete(parameter);
    navigate({ pathname: path, search: params.toString() }, { replace: true, preventScrollReset: true });
  };
  const open = (shown: string) => go(`${list}/${encodeURIComponent(shown)}`);
  const close = () => go(list);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address
  useEffect(() => {
    if (linked) open(linked);
    else if (isMissing) close();
  }, [linked, isMissing]);

  return { record, open, close };
}
