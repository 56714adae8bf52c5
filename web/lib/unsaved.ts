/** A form that holds text nobody has sent. */
export type UnsavedForm = {
  /** The text is gone once the page is another one; else it is found again there. */
  readonly isLostByLeaving: boolean;
  /** Throws the text away. */
  readonly discard: () => void;
};

const forms = new Map<string, UnsavedForm>();

/** Closing the tab or loading the page anew: the browser asks in its own words. */
function onUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Notes that a form has unsent text, or (null) that it has none any more. Holds at once: whatever leaves next asks for it. */
export function noteUnsaved(id: string, form: UnsavedForm | null): void {
  const before = forms.size;
  if (form === null) forms.delete(id);
  else forms.set(id, form);
  if (before === 0 && forms.size > 0) window.addEventListener('beforeunload', onUnload);
  if (before > 0 && forms.size === 0) window.removeEventListener('beforeunload', onUnload);
}

/** Whether leaving the page loses text; `isForGood`: nothing is found again afterwards, as after signing out. */
export const hasUnsaved = (isForGood = false): boolean =>
  [...forms.values()].some(({ isLostByLeaving }) => isForGood || isLostByLeaving);

type Asker = () => Promise<boolean>;
let asker: Asker | null = null;

/** Who asks the reader; answers how to take it back. */
export function registerLossQuestion(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** Whether the reader lets the page go: at once where nothing would be lost, else as they answer. */
export async function mayLeave(isForGood = false): Promise<boolean> {
  if (!hasUnsaved(isForGood)) return true;
  if (asker !== null && !(await asker())) return false;
  for (const { discard, isLostByLeaving } of [...forms.values()]) if (isForGood || isLostByLeaving) discard();
  return true;
}
