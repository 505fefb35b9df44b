/** A path can contain anything, so it is written as text. */
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
