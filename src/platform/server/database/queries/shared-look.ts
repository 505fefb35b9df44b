/** A look that takes longer may hang on one session, while others would answer. */
const PATIENCE_MS = 100;

/**
 * Who asks while a look runs shares the next one, because what they see must be no older than their asking. A look that fails at
 * once fails only who asked first: the others look again together.
 */
export function sharedLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let current: { seen: Promise<Seen>; began: number } | undefined;
  let next: Promise<{ seen: Promise<Seen>; began: number }> | undefined;
  const start = () => {
    next = undefined;
    const started = { seen: look(), began: performance.now() };
    current = started;
    const end = () => {
      if (current === started) current = undefined;
    };
    started.seen.then(end, end);
    return started;
  };
  const share = () => {
    if (!current || performance.now() - current.began > PATIENCE_MS) return undefined;
    const { seen } = current;
    next ??= new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      seen.then(end, end);
    }).then(start);
    return next;
  };
  return async () => {
    const sharing = share();
    if (!sharing) return start().seen;
    const { seen, began } = await sharing;
    return seen.catch(async (error) => {
      if (performance.now() - began > PATIENCE_MS) throw error;
      const again = share();
      return (again ? await again : start()).seen;
    });
  };
}
