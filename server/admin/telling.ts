/** Callbacks that print to the terminal while a job on the events store is pending. */
export const telling = (print: (line: string) => void) => ({
  report: (error: unknown): void =>
    print(`The attempt failed and will be retried: ${error instanceof Error ? error.message : String(error)}`),
  tellDelay: print,
  tellWaiting: (): void =>
    print(
      'Waiting for the server that has the events store open. After Ctrl-C, that server or the next start continues the work.',
    ),
});
