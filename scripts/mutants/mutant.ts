/** One wrong line, and the tests that must notice it. */
export type Mutant = {
  /** The line without its indentation. Exactly one file may have it. */
  readonly line: string;
  /** Limits the search for the line to paths that contain this. */
  readonly file?: string;
  /** The replacement; '' removes the line. */
  readonly becomes: string;
  /** A part of the paths of the test files. */
  readonly tests: string;
  /** Only tests whose names have this. */
  readonly named?: string;
};
