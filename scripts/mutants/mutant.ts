/** One wrong line, and the tests that must notice it. */
export type Mutant = {
  /** The whole line without its indentation, found in whatever file it stands in: it is the only one. */
  readonly line: string;
  /** What stands there instead; '' takes it out. */
  readonly becomes: string;
  /** A part of the paths of the test files. */
  readonly tests: string;
  /** Only tests whose names have this. */
  readonly named?: string;
};
