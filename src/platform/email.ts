// What e-mail addresses mean to the site: when two spellings are one person.

/** The form of an address under which it is stored for comparison, compared and erased. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
