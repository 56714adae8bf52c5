import { ApiError } from './api-error.ts';

export type FormErrors = {
  /** Messages to show beside the fields, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The message about the whole form; null if the fields show everything. */
  readonly form: string | null;
};

/** Converts `venue.time_zone` or `confirms_full_view` to a label. */
export function fieldLabel(path: string): string {
  const words = path
    .replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The errors of a refused form: the server's message beside each field it names. Fields that the form does not have are
 * named in the alert above it, so that every refusal is visible.
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
