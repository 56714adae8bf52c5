/** Callbacks that print to the terminal while a job on the events store is pending. */
export const telling = (print: (line: string) => void) => ({
  report: (error: unknown): void =>
    print(`It did not work yet and is tried again: ${error instanceof Error ? error.message : String(error)}`),
  tellDelay: print,
  tellWaiting: (): void =>
    print('Waiting for the server that has the events store open. Ctrl-C leaves the work to it or to the next start.'),
});
