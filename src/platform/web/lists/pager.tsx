import type { UncountedPagination } from "#platform/pagination.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

export function Pager({ pagination, onGo }: { pagination: UncountedPagination; onGo: (page: number) => void }) {
  const { currentPage, totalPages, hasPrevPage, hasNextPage } = pagination;
  if (totalPages === undefined ? !hasPrevPage && !hasNextPage : totalPages <= 1) return null;
  return (
    <nav aria-label="Pages" className="print:hidden flex items-center justify-between gap-2">
      <Button variant="outline" size="compact" disabled={!hasPrevPage} onClick={() => onGo(currentPage - 1)}>
        <Icon name="icon-chevron-left" />
        Previous
      </Button>
      <p className="tabular-nums text-center text-small">
        {totalPages === undefined ? `Page ${currentPage}` : `Page ${currentPage} of ${totalPages}`}
      </p>
      <Button variant="outline" size="compact" disabled={!hasNextPage} onClick={() => onGo(currentPage + 1)}>
        Next
        <Icon name="icon-chevron-right" />
      </Button>
    </nav>
  );
}
