import classes from './person-picture.module.css';

const SKINS = ['#f3cba6', '#e0ac84', '#c98f65', '#a86f4a', '#7d4f33'] as const;
const HAIRS = ['#1f1713', '#4a2c20', '#8a4b1f', '#b5652b', '#d9b36a', '#8f8f95'] as const;
const GROUNDS = ['#d6e4f2', '#f2ddd0', '#dcebdc', '#e6dcf2', '#f4e6c4', '#d3eaea'] as const;
const SHIRTS = ['#3f6fb5', '#c4554d', '#2f7f86', '#6a5bb5', '#b5762b', '#3c4452'] as const;

/** Hair shapes in a 64 × 64 box, around a face at (32, 28). */
const CUTS = [
  'M18 28c-3-25 31-25 28 0-2-9-7-11-14-11s-12 2-14 11z',
  'M15 27c0-28 34-28 34 0v19c0 5-7 5-7 0V27c-6-1-10-5-12-10-5 5-8 8-8 12v17c0 5-7 5-7 0z',
  'M18 28c-5-26 33-29 28 0-1-7-4-8-6-9-5 2-12 2-15-1-4 2-6 5-7 10z',
  'M32 3a7 7 0 0 1 0 12c10 0 15 7 14 14-4-7-8-9-14-9s-10 2-14 9c-1-7 4-14 14-14a7 7 0 0 1 0-12z',
] as const;

/**
 * Returns a function that picks an item from each list by a hash of the name. Each visit thus shows the same face
 * (Fowler, Noll and Vo's hash, 32 bits).
 */
function choosingFor(name: string): <Item>(from: readonly [Item, ...Item[]]) => Item {
  let rest = 0x811c9dc5;
  for (const letter of name) rest = Math.imul(rest ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  rest = Math.imul(rest ^ (rest >>> 15), 0x2c1b3c6d) >>> 0;
  return (from) => {
    const item = from[rest % from.length] ?? from[0];
    rest = Math.floor(rest / from.length);
    return item;
  };
}

/** A drawn face for a fictional person. Hidden from screen readers, because the text beside it has the name. */
export function PersonPicture({ name, size = 40 }: { name: string; size?: number }) {
  const pick = choosingFor(name);
  const [cut, skin, hair, shirt, ground] = [pick(CUTS), pick(SKINS), pick(HAIRS), pick(SHIRTS), pick(GROUNDS)];
  return (
    <svg
      className={classes.picture}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      <path fill={ground} d="M0 0h64v64H0z" />
      <path fill={shirt} d="M8 66c0-15 9-21 24-21s24 6 24 21z" />
      <path fill={skin} d="M26 38h12v10c0 5-12 5-12 0z" />
      <ellipse cx="32" cy="29" rx="13" ry="16" fill={skin} />
      <path fill={hair} d={cut} />
      <g fill="#2b2430">
        <circle cx="27.500" cy="30" r="1.500" />
        <circle cx="36.500" cy="30" r="1.500" />
      </g>
      <path d="M28 37q4 3.500 8 0" fill="none" stroke="#2b2430" strokeWidth="1.500" strokeLinecap="round" />
    </svg>
  );
}
