/**
 * Returns a function that starts the work on free workers, with at most `most` workers in total. A long task occupies
 * one worker; the next start uses the free workers. A worker ends when its work finds nothing left to do.
 */
export function createWorkerPool(most: number, work: () => Promise<void>): () => Promise<void> {
  let busy = 0;
  const lane = async (): Promise<void> => {
    busy += 1;
    try {
      await work();
    } finally {
      busy -= 1;
    }
  };
  return async () => {
    const ended = await Promise.allSettled(Array.from({ length: most - busy }, lane));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
}
