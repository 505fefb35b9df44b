/** Writes the address of this page into every [data-current-path], as text: whatever it holds, it is only read. */
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
