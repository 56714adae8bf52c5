/** Asks the reader to prove that it is them; answers whether they did. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** Who asks the reader: the frame of the signed-in part registers its dialog. Answers how to take it back. */
export function registerConfirmation(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** One question for any number of calls that wait for it; false where nobody can ask. */
export function askForConfirmation(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
