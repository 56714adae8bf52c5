type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

/**
 * The page's one policy for what a browser takes for code, where the server demands trusted types (security B6): text
 * without any tag may become markup, and workers come from the product's own origin. Everything else throws.
 */
export function allowOwnScripts(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => {
      if (/[<&]/.test(text)) throw new TypeError('Markup from text is not allowed');
      return text;
    },
    createScriptURL: (url) => {
      if (new URL(url, window.location.href).origin !== window.location.origin)
        throw new TypeError('Scripts of other origins are not allowed');
      return url;
    },
  });
}
