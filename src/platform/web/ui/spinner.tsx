/** Says nothing by itself: the words beside it do. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
