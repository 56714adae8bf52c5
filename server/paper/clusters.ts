const PICTURES = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])*`;
/** A flag, a picture with all that is joined to it, a key, or a character with the marks and joiners on it. */
const CLUSTER = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|${PICTURES}(?:\u200d${PICTURES})*|[0-9#*]\ufe0f?\u20e3|.[\p{M}\u200c\u200d\ufe0e\ufe0f]*`,
  'gsu',
);

/** What is written together as one sign, in the order it is read; no dependence on the version of ICU but for new characters. */
export const clustersOf = (text: string): readonly string[] => text.match(CLUSTER) ?? [];

/** Whether a cluster is a picture by itself, as 🙂, or is asked to be one, as ❤️. */
export const isPicture = (cluster: string): boolean =>
  /^\p{Regional_Indicator}|\u20e3$|^\p{Emoji_Presentation}|^\p{Extended_Pictographic}\ufe0f|^\p{Extended_Pictographic}.*\u200d/u.test(
    cluster,
  );
