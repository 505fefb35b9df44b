/** SQLite's own is 4,050: then an insert that merges 64 pages of the index for each of its levels takes 30 to 70 ms. */
const PAGE_BYTES = 1_000;

/**
 * For SQLite: an index of the texts in `NAME_search_rows`, with positions of trigrams. With them the index alone finds a text;
 * without, every row with the same trigrams has to be read.
 */
export function searchIndex(name: string, columns: readonly string[]): string[] {
  const rows = `${name}_search_rows`;
  const names = columns.join(", ");
  const values = columns.map((column) => `new.${column}`).join(", ");
  const add = `insert into ${name}_search (rowid, ${names}) values (new.n, ${values})`;
  const remove = `delete from ${name}_search where rowid = old.n`;
  return [
    `create virtual table ${name}_search using fts5 (
      ${names}, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    `insert into ${name}_search (${name}_search, rank) values ('pgsz', ${PAGE_BYTES})`,
    `insert into ${name}_search (rowid, ${names}) select n, ${names} from ${rows} order by n`,
    `create trigger ${name}_search_added after insert on ${rows} begin ${add}; end`,
    `create trigger ${name}_search_changed after update of ${names} on ${rows} begin ${remove}; ${add}; end`,
    `create trigger ${name}_search_removed after delete on ${rows} begin ${remove}; end`,
  ];
}

/**
 * New rows wait in a list until it has this many kilobytes, and are then indexed together, which costs a third of
 * indexing each by itself. A search reads the whole list.
 */
const PENDING_KB = 256;

/** For PostgreSQL: an index of the table itself. Without the right to create extensions the search works, but slower. */
export function trigramIndex(name: string, table: string, columns: readonly string[]): string {
  const operators = columns.map((column) => `${column} gin_trgm_ops`).join(", ");
  return `do $$
    begin
    create index ${name} on ${table} using gin (${operators})
      with (fastupdate = on, gin_pending_list_limit = ${PENDING_KB});
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'no pg_trgm: search reads whole tables';
    end $$`;
}
