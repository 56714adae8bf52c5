import { ApiError } from './api-error.ts';

export type FormErrors = {
  /** Sentences to stand beside the fields, by the fields' names. */
  readonly fields: Readonly<Record<string, string>>;
  /** What is to be said of the form as a whole; null where the fields say it all. */
  readonly form: string | null;
};

/** `venue.time_zone` and `confirms_full_view` as people read them. */
export function fieldLabel(path: string): string {
  const words = path
    .replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What a refused form shows: the server's sentence beside each field it names. A field that the form does not have is
 * named in the alert above it instead, so that nothing is refused without a word.
 */
export function formErrors(error: Error | null, names: readonly string[]): FormErrors {
  if (error === null) return { fields: {}, form: null };
  const refused = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (refused.length === 0) return { fields: {}, form: error.message };
  const known = refused.filter(([path]) => names.includes(path));
  const rest = refused.filter(([path]) => !names.includes(path));
  const form = rest.map(([path, sentence]) => `${fieldLabel(path)}: ${sentence}`).join(' ');
  return { fields: Object.fromEntries(known), form: form === '' ? null : form };
}
