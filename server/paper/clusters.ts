const PICTURES = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])*`;
/**
 * Matches a flag, a pictogram with all characters joined to it, a keycap, or a character with its marks and joiners.
 */
const CLUSTER = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|${PICTURES}(?:\u200d${PICTURES})*|[0-9#*]\ufe0f?\u20e3|.[\p{M}\u200c\u200d\ufe0e\ufe0f]*`,
  'gsu',
);

/**
 * Splits text into clusters (units that are drawn as one symbol), in reading order. Except for newly added characters,
 * the result does not depend on the ICU version.
 */
export const clustersOf = (text: string): readonly string[] => text.match(CLUSTER) ?? [];

/** Returns whether a cluster is a pictogram by default, such as 🙂, or because of a variation selector, such as ❤️. */
export const isPicture = (cluster: string): boolean =>
  /^\p{Regional_Indicator}|\u20e3$|^\p{Emoji_Presentation}|^\p{Extended_Pictographic}\ufe0f|^\p{Extended_Pictographic}.*\u200d/u.test(
    cluster,
  );
