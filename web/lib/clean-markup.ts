// The document's one instance, never `createPurifier(window)`: each has a trusted-types policy of the same name, and the
// server's policy lets a name be taken once. For the same reason it has no hooks: what a caller asks beyond this, it checks
// on the fragment that it gets.
import purifier from 'dompurify';

type Allowed = { readonly tags: readonly string[]; readonly attributes: readonly string[] };

/** Markup without whatever could run, as text. */
export const cleanMarkup = (markup: string): string => purifier.sanitize(markup);

/** Markup reduced to these tags and attributes, as nodes of a document of its own: nothing is loaded until they are moved. */
export const cleanFragment = (markup: string, { tags, attributes }: Allowed): DocumentFragment =>
  purifier.sanitize(markup, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
