type LetterPolicy = { readonly createHTML: (html: string) => unknown };
type Factory = {
  readonly createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => LetterPolicy;
};

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy('letter', { createHTML: (html) => html });

/**
 * The HTML of a mail for the `srcDoc` of a frame whose sandbox runs nothing; use it for nothing else. The server's
 * policy accepts such markup only as a trusted type (docs/threat-model.md#b6, #i2), which React passes on unchanged.
 */
export const letterMarkup = (html: string): string => (policy?.createHTML(html) ?? html) as string;
