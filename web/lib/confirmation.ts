/** Asks the reader to confirm their identity. Resolves to whether they did. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/**
 * Registers the dialog that asks the reader; the signed-in frame calls this. Returns a function that unregisters it.
 */
export function registerConfirmation(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** Shows one dialog for all calls that wait for it. Resolves to false if no dialog is registered. */
export function askForConfirmation(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
