import { ApiError } from './api-error.ts';

export type FormErrors = {
  /** Messages to show beside the fields, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The message for the whole form; null if the fields show every error. */
  readonly form: string | null;
};

/** Converts a field path such as `venue.time_zone` or `confirms_full_view` to a label. */
export function fieldLabel(path: string): string {
  const words = path
    .replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Converts a server error to form errors: the server's message beside each field. Messages for fields that the form
 * does not have go into the alert, so that every error is visible.
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
