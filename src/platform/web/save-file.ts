/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What the server calls the file it sends. */
export function fileNameOf(response: Response, otherwise: string): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? otherwise;
}
