/**
 * Work that goes on in so many lanes at most, however often it is begun: what takes long keeps its own lane busy, and whoever
 * begins it again finds the others free. A lane ends when its work finds nothing left to do.
 */
export function createLanes(most: number, work: () => Promise<void>): () => Promise<void> {
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
