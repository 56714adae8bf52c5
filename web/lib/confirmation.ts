/** Asks the user to confirm their identity. Resolves to true if the user did. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/**
 * Registers the dialog that asks the user to confirm their identity; the signed-in frame calls this. Returns a function
 * that unregisters it.
 */
export function registerConfirmation(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/**
 * Asks the user to confirm their identity, with one dialog for all waiting requests. Resolves to false if no dialog is
 * registered.
 */
export function askForConfirmation(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
