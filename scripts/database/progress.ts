const EVERY_MS = { terminal: 250, file: 10_000 };

/** A terminal shows one line that changes; other outputs get a line now and then. */
export function showProgress(output: NodeJS.WriteStream = process.stdout) {
  const everyMs = output.isTTY ? EVERY_MS.terminal : EVERY_MS.file;
  let shownAt = performance.now();
  return (rows: number, ofRows: number): void => {
    const isDone = rows === ofRows;
    if (performance.now() - shownAt < everyMs && !(isDone && output.isTTY)) return;
    shownAt = performance.now();
    const percent = Math.floor((rows / ofRows) * 100);
    const text = `${grouped(rows)} of ${grouped(ofRows)} rows, ${percent}%`;
    output.write(output.isTTY ? `\r${text}${isDone ? "\n" : ""}` : `${text}\n`);
  };
}

export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
