/** The words and lengths that comments and documents are checked for (CONTRIBUTING.md#style). */

/** Idioms of the house before it spoke plain English. */
export const BANNED =
  /\b(anew|whoever|reckoned|somebody|nobody|of before|(is|are|was|were) told|comes? to\b(?! an? (stop|end))|in hand|so many|as many as|all that|of it only|for ever)\b/i;

export const LONGEST_SENTENCE = 30;

const wordsIn = (sentence: string): number => sentence.split(' ').filter((word) => /\w/.test(word)).length;

/** The first sentence with more words than allowed. A semicolon or a colon ends a sentence. */
export const longSentence = (text: string): string | undefined =>
  text.split(/[.;:?!](?:\s|$)/).find((sentence) => wordsIn(sentence) > LONGEST_SENTENCE);
