/** A form with unsent text. */
export type UnsavedForm = {
  /** Whether leaving the page loses the text. If not, the form restores it. */
  readonly isLostByLeaving: boolean;
  /** Discards the text. */
  readonly discard: () => void;
};

const forms = new Map<string, UnsavedForm>();

/** Makes the browser ask before the tab closes or the page reloads. */
function onUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Records that a form has unsent text, or (null) that it has none. Takes effect immediately, so that the next
 * navigation already considers it.
 */
export function noteUnsaved(id: string, form: UnsavedForm | null): void {
  const before = forms.size;
  if (form === null) forms.delete(id);
  else forms.set(id, form);
  if (before === 0 && forms.size > 0) window.addEventListener('beforeunload', onUnload);
  if (before > 0 && forms.size === 0) window.removeEventListener('beforeunload', onUnload);
}

/** Whether leaving the page loses text. `isForGood` means that no form is restored afterwards, as after sign-out. */
export const hasUnsaved = (isForGood = false): boolean =>
  [...forms.values()].some(({ isLostByLeaving }) => isForGood || isLostByLeaving);

type Asker = () => Promise<boolean>;
let asker: Asker | null = null;

/** Registers the dialog that asks before text is lost. Returns a function that unregisters it. */
export function registerLossQuestion(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** Whether the user may leave the page. If text would be lost, asks the user and discards it on consent. */
export async function mayLeave(isForGood = false): Promise<boolean> {
  if (!hasUnsaved(isForGood)) return true;
  if (asker !== null && !(await asker())) return false;
  for (const { discard, isLostByLeaving } of [...forms.values()]) if (isForGood || isLostByLeaving) discard();
  return true;
}
