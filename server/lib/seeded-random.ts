import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { eightHexDigits } from './eight-hex-digits.ts';

/** A random number generator that produces the same sequence for the same seed. */
export type SeededRandom = {
  /** Returns a number from 0 up to but not including 1. */
  fraction(): number;
  /** Returns an integer from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns `digits` lowercase hex digits. */
  hex(digits: number): string;
  uuid(): string;
};

export function seededRandom(...words: readonly (string | number)[]): SeededRandom {
  const generator = xoroshiro128plus(createHash('sha256').update(words.join('|')).digest().readInt32LE(0));
  // 32 bits are enough here, and half a million views need many numbers.
  const word = () => generator.next() >>> 0;
  const fraction = () => word() / 2 ** 32;
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const eight = () => eightHexDigits(word());
  const hex = (digits: number) => {
    let text = eight();
    while (text.length < digits) text += eight();
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
    uuid: () => {
      const [first, second, third, fourth] = [eight(), eight(), eight(), eight()];
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${'89ab'[word() % 4]}${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
    },
  };
}
