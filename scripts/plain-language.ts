/** The banned words and the maximum sentence length of comments and documents (CONTRIBUTING.md#style). */

/** Unidiomatic expressions that the repository used to contain. */
export const BANNED =
  /\b(anew|whoever|reckoned|somebody|nobody|of before|(is|are|was|were) told|comes? to\b(?! an? (stop|end))|in hand|so many|as many as|all that|of it only|for ever)\b/i;

export const LONGEST_SENTENCE = 30;

const wordsIn = (sentence: string): number => sentence.split(' ').filter((word) => /\w/.test(word)).length;

/** Returns the first sentence with more words than allowed. A semicolon or a colon also ends a sentence. */
export const longSentence = (text: string): string | undefined =>
  text.split(/[.;:?!](?:\s|$)/).find((sentence) => wordsIn(sentence) > LONGEST_SENTENCE);
