/** Writes the page's path into every [data-current-path], as text: a path can contain anything. */
export function showCurrentPath(): void {
  for (const place of document.querySelectorAll("[data-current-path]")) place.textContent = readablePath();
}

function readablePath(): string {
  try {
    return decodeURIComponent(location.pathname);
  } catch {
    return location.pathname;
  }
}
