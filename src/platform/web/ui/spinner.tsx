/** Hidden from screen readers: the text beside it has the meaning. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
