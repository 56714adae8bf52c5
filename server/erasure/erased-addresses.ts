import { emailKey } from '#domain/email.ts';

/** The email addresses that an account had, with functions to find them. */
export type Addresses = {
  readonly keys: readonly string[];
  /** The spellings in which the addresses appear. */
  readonly forms: readonly string[];
  /** Returns whether the text contains one of the addresses: `joann@x.example` does not contain `ann@x.example`. */
  names(text: string): boolean;
  /** Returns the text with the addresses replaced by `instead`. */
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
