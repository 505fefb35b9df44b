/** Who asks while a look runs shares the next one, because what they see must be no older than their asking. */
export function sharedLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let current: Promise<Seen> | undefined;
  let next: Promise<Seen> | undefined;
  const start = () => {
    next = undefined;
    const started = look();
    current = started;
    const end = () => {
      if (current === started) current = undefined;
    };
    started.then(end, end);
    return started;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
