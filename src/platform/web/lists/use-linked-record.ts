import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";

type Options<Found> = {
  /** The address's parameter that holds the id, as in /admin/bookings?booking=… */
  name: string;
  load: (id: string, signal: AbortSignal) => Promise<Found>;
  onFound: (record: Found) => void;
  fallback: string;
};

/** Opens the record that a link from elsewhere, such as an e-mail, names in the address. The address is then the list's own again. */
export function useLinkedRecord<Found>({ name, load, onFound, fallback }: Options<Found>): void {
  const [params, setParams] = useSearchParams();
  const id = params.get(name) ?? "";
  const { data, isError } = useQuery({
    queryKey: ["linked", name, id],
    queryFn: ({ signal }) => load(id, signal),
    enabled: id !== "",
    meta: { fallback },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per record
  useEffect(() => {
    if (id === "" || !(data || isError)) return;
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
    if (data) onFound(data);
  }, [id, data, isError]);
}
