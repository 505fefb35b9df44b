import * as z from "zod/mini";

export const PAGE_SIZE = 10;
const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;

const wholeNumber = (highest: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `Must be a whole number from 1 to ${highest}`)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.gte(1, `Must be a whole number from 1 to ${highest}`),
          z.lte(highest, `Must be a whole number from 1 to ${highest}`),
        ),
    ),
  );

export const pageSchema = z.object({
  page: z._default(z.optional(wholeNumber(MAX_PAGE)), 1),
  limit: z._default(z.optional(wholeNumber(MAX_PAGE_SIZE)), PAGE_SIZE),
});

export const optionalPageSchema = z.object({
  page: z.optional(wholeNumber(MAX_PAGE)),
  limit: z.optional(wholeNumber(MAX_PAGE_SIZE)),
});

export function pageOf({ page, limit }: z.infer<typeof optionalPageSchema>): PageRequest | undefined {
  if (page === undefined && limit === undefined) return undefined;
  return { page: page ?? 1, limit: limit ?? PAGE_SIZE };
}

export type PageRequest = { page: number; limit: number };

export const paginationSchema = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  totalItems: z.number(),
  itemsPerPage: z.number(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
});

export type Pagination = z.infer<typeof paginationSchema>;

export const totalsSchema = z.object({ totalPages: z.number(), totalItems: z.number() });

export type Totals = z.infer<typeof totalsSchema>;

export const uncountedPaginationSchema = z.extend(paginationSchema, z.partial(totalsSchema).shape);

export type UncountedPagination = z.infer<typeof uncountedPaginationSchema>;

export function paginationOf({ page, limit }: PageRequest, totalItems: number): Pagination {
  const totals = totalsOf({ limit }, totalItems);
  return { ...uncountedPaginationOf({ page, limit }, page < totals.totalPages), ...totals };
}

export function totalsOf({ limit }: Pick<PageRequest, "limit">, totalItems: number): Totals {
  return { totalPages: Math.ceil(totalItems / limit), totalItems };
}

export function uncountedPaginationOf({ page, limit }: PageRequest, hasNextPage: boolean): UncountedPagination {
  return { currentPage: page, itemsPerPage: limit, hasNextPage, hasPrevPage: page > 1 };
}
