import { emailKey } from '#domain/email.ts';

/** The e-mail addresses that an account had, and how they are looked for. */
export type Addresses = {
  readonly keys: readonly string[];
  /** Ways in which they are written. */
  readonly forms: readonly string[];
  /** Whether the text names one of them: `ann@x.example` does not stand in `joann@x.example`. */
  names(text: string): boolean;
  /** The text with something else in their place. */
  without(text: string, instead: string): string;
};

export function addressesFrom(written: Iterable<string>): Addresses {
  const forms = [...new Set([...written].flatMap((text) => [text, emailKey(text) ?? text]))].filter(
    (form) => form !== '',
  );
  const pattern = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const found = new RegExp(`(?<![\\p{L}\\p{N}._%+-])(?:${pattern})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'giu');
  return {
    keys: [...new Set(forms.flatMap((form) => emailKey(form) ?? []))],
    forms,
    names: (text) => forms.length > 0 && text.search(found) !== -1,
    without: (text, instead) => (forms.length === 0 ? text : text.replace(found, instead)),
  };
}
