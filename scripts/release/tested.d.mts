export type Tested = { commit: string; passed: number; at: string };

export function findCleanCommit(folder: string): string | undefined;
export function recordTested(
  folder: string,
  result: { commit: string | undefined; passed: number; failed: number },
): void;
export function findTested(folder: string): Tested | undefined;
