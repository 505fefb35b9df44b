/** Rare texts are not worth the memory: a connection keeps some 100 KB for each of them. */
const OFTEN = 5;
const MAX_COUNTED = 1_000;
const MAX_NAMES = 200;
const MAX_LENGTH = 4_000;
/** How a page of a list is best read depends on the values, so its plan is made for them. */
const WORTH_PREPARING = /^(?!.*\boffset\b)(select|with|insert|update|delete)\b/s;

/**
 * The names under which connections keep a plan for what is asked often: making it takes PostgreSQL five times as long as
 * following it. The server itself still plans for the values of a query where it expects to gain by it.
 */
export class PreparedStatements {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #age = 0;

  of(text: string): string | { name: string; text: string } {
    const name = this.#names.get(text) ?? this.#nameOften(text);
    return name ? { name, text } : text;
  }

  /** After a migration "*" means other columns, and a connection refuses what it has prepared. It prepares new names. */
  forget(): void {
    this.#age += 1;
    this.#names.clear();
    this.#counts.clear();
  }

  #nameOften(text: string): string | undefined {
    if (this.#names.size === MAX_NAMES || text.length > MAX_LENGTH || !WORTH_PREPARING.test(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    if (count < OFTEN) {
      this.#counts.set(text, count);
      const [oldest] = this.#counts.keys();
      if (this.#counts.size > MAX_COUNTED && oldest) this.#counts.delete(oldest);
      return undefined;
    }
    const name = `${this.#age} ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
