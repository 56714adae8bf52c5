import { EventsUnavailableError } from './events-db.ts';

export type Places = {
  /** Waits for a place; the answer gives it back. Rejects when too many wait. */
  enter(): Promise<() => void>;
  refuseWaiting(error: Error): void;
};

const MOST_WAITING = 512;

/** At most `count` at once, the others in the order they came. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting: { enter: () => void; refuse: (error: Error) => void }[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next.enter();
    else free += 1;
  };
  return {
    enter: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leave);
      }
      if (waiting.length >= MOST_WAITING) {
        return Promise.reject(new EventsUnavailableError('The events store has too much to do.', true));
      }
      return new Promise((resolve, reject) => waiting.push({ enter: () => resolve(leave), refuse: reject }));
    },
    refuseWaiting: (error) => {
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
