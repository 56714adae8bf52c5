/** One wrong line, and the tests that must notice it. */
export type Mutant = {
  /** The whole line without its indentation. Exactly one file contains it, once. */
  readonly line: string;
  /** Limits the search for the line to paths that contain this. */
  readonly file?: string;
  /** The line that replaces it; '' removes it. */
  readonly becomes: string;
  /** A part of the paths of the test files. */
  readonly tests: string;
  /** Only tests whose names contain this. */
  readonly named?: string;
};
