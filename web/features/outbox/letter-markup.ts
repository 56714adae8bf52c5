type LetterPolicy = { readonly createHTML: (html: string) => unknown };
type Factory = {
  readonly createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => LetterPolicy;
};

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy('letter', { createHTML: (html) => html });

/**
 * A mail's own HTML for the `srcDoc` of a frame whose sandbox runs nothing, and of nothing else. The server's policy takes
 * markup for that only as a trusted type (docs/threat-model.md#b6, #i2), which React hands on as it is.
 */
export const letterMarkup = (html: string): string => (policy?.createHTML(html) ?? html) as string;
