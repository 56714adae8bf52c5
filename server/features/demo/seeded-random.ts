import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that are the same for the same words. */
export type SeededRandom = {
  /** In [0, 1). */
  fraction(): number;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** `digits` lower-case hex digits. */
  hex(digits: number): string;
  uuid(): string;
};

export function seededRandom(...words: readonly (string | number)[]): SeededRandom {
  const generator = xoroshiro128plus(createHash('sha256').update(words.join('|')).digest().readInt32LE(0));
  const fraction = () => uniformFloat64(generator);
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const hex = (digits: number) => {
    let text = '';
    while (text.length < digits)
      text += Math.floor(fraction() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, digits);
  };
  return {
    fraction,
    whole,
    hex,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[whole(0, 3)]}${hex(3)}-${hex(12)}`,
  };
}
