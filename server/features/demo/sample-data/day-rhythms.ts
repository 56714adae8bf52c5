import type { Category } from './property-customers.ts';

/** Traffic by local hour (0 to 23) on working days and at weekends, and by weekday starting with Sunday, as weights. */
export const DAY_RHYTHMS: Readonly<
  Record<
    Category,
    { readonly working: readonly number[]; readonly weekend: readonly number[]; readonly weekday: readonly number[] }
  >
> = {
  hotel: {
    working: [2, 1, 1, 1, 1, 2, 5, 8, 7, 5, 3, 3, 3, 3, 3, 4, 5, 7, 9, 10, 10, 9, 7, 4],
    weekend: [3, 2, 1, 1, 1, 1, 3, 6, 9, 9, 7, 5, 4, 4, 4, 4, 5, 6, 8, 9, 10, 10, 8, 5],
    weekday: [1.0, 0.85, 0.9, 0.95, 1.0, 1.15, 1.15],
  },
  airport: {
    working: [1, 1, 1, 2, 6, 10, 11, 10, 8, 7, 6, 6, 6, 6, 7, 8, 10, 10, 9, 7, 5, 4, 3, 2],
    weekend: [1, 1, 1, 2, 5, 9, 10, 9, 8, 8, 7, 7, 6, 6, 6, 7, 8, 9, 9, 8, 6, 4, 3, 2],
    weekday: [1.1, 1.05, 0.85, 0.9, 1.1, 1.2, 0.8],
  },
  cafe: {
    working: [0, 0, 0, 0, 0, 1, 5, 11, 13, 10, 8, 7, 9, 8, 7, 7, 6, 4, 3, 2, 1, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 2, 5, 9, 12, 13, 11, 9, 8, 7, 6, 5, 3, 2, 1, 1, 0, 0, 0],
    weekday: [0.95, 1.0, 1.0, 1.0, 1.05, 1.1, 1.1],
  },
  library: {
    working: [0, 0, 0, 0, 0, 0, 0, 0, 2, 7, 9, 9, 8, 9, 10, 11, 10, 8, 7, 5, 2, 0, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 0, 0, 1, 5, 9, 11, 11, 11, 10, 9, 6, 2, 0, 0, 0, 0, 0, 0],
    weekday: [0.5, 1.1, 1.15, 1.15, 1.1, 0.95, 0.75],
  },
  gym: {
    working: [0, 0, 0, 0, 1, 6, 11, 10, 6, 4, 4, 5, 7, 4, 3, 4, 7, 12, 13, 11, 7, 3, 1, 0],
    weekend: [0, 0, 0, 0, 0, 1, 4, 8, 11, 12, 11, 8, 6, 5, 5, 5, 5, 4, 3, 2, 1, 0, 0, 0],
    weekday: [0.75, 1.25, 1.15, 1.15, 1.05, 0.9, 0.8],
  },
  arena: {
    working: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 9, 16, 20, 18, 13, 5, 1],
    weekend: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 7, 7, 6, 7, 11, 16, 19, 18, 14, 7, 2],
    // The traffic depends on events, see EVENT_CHANCE.
    weekday: [1, 1, 1, 1, 1, 1, 1],
  },
  rental: {
    working: [3, 1, 1, 1, 1, 2, 4, 6, 6, 4, 3, 3, 4, 4, 4, 5, 6, 7, 9, 10, 10, 10, 8, 5],
    weekend: [4, 2, 1, 1, 1, 1, 2, 4, 7, 9, 8, 6, 5, 5, 5, 5, 6, 7, 8, 9, 10, 10, 9, 6],
    weekday: [1.1, 0.85, 0.85, 0.9, 1.0, 1.15, 1.15],
  },
};

/** The probability of an event in an arena, by weekday starting with Sunday. */
export const EVENT_CHANCE = [0.4, 0.1, 0.2, 0.3, 0.35, 0.65, 0.7] as const;

/**
 * Traffic by month, January first, relative to an average month. Hotels and rentals fill in summer, gyms in January,
 * arenas in winter, and libraries while students are in town.
 */
export const SEASONS: Readonly<Record<Category, readonly number[]>> = {
  hotel: [0.84, 0.88, 0.97, 1.0, 1.03, 1.1, 1.14, 1.13, 1.03, 1.02, 0.93, 0.93],
  airport: [0.88, 0.9, 1.01, 0.99, 1.02, 1.08, 1.1, 1.07, 0.97, 0.98, 1.0, 1.0],
  cafe: [1.02, 1.02, 1.01, 1.0, 0.99, 0.96, 0.94, 0.95, 1.01, 1.04, 1.03, 1.03],
  library: [1.02, 1.05, 1.06, 1.07, 1.03, 0.9, 0.86, 0.88, 1.03, 1.06, 1.04, 1.0],
  gym: [1.18, 1.12, 1.05, 1.0, 0.98, 0.95, 0.92, 0.92, 0.99, 0.99, 0.97, 0.93],
  arena: [1.08, 1.05, 1.06, 1.0, 0.97, 0.92, 0.9, 0.92, 0.98, 1.04, 1.05, 1.03],
  rental: [0.85, 0.88, 0.97, 0.99, 1.02, 1.11, 1.16, 1.15, 1.0, 0.99, 0.93, 0.95],
};
