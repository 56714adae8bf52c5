/** A wrong line of code, and the tests that must detect it. */
export type Mutant = {
  /** The whole line without its indentation. The line must occur once, in exactly one file. */
  readonly line: string;
  /** Limits the search for the line to paths that contain this text. */
  readonly file?: string;
  /** The line that replaces it; '' removes it. */
  readonly becomes: string;
  /** Part of the paths of the test files. */
  readonly tests: string;
  /** Only runs tests whose names contain this text. */
  readonly named?: string;
};
