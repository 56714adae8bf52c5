type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

/** Where scripts may come from: the product itself; the map service of the showroom if the server's policy lets it. */
const isScriptPlace = ({ origin, hostname }: URL): boolean =>
  origin === window.location.origin || hostname === 'maps.googleapis.com';

let clean: ((markup: string) => string) | null = null;
let isCleaning = false;

/** What cleans must not ask to be cleaned for: that would never end. */
function cleaned(markup: string, by: (markup: string) => string): string {
  if (isCleaning) throw new TypeError('Markup cannot be cleaned while it is being cleaned');
  isCleaning = true;
  try {
    return by(markup);
  } finally {
    isCleaning = false;
  }
}

/**
 * The page's one policy for what a browser takes for code, where the server demands trusted types (docs/threat-model.md#b6): text
 * without any tag may become markup, and scripts and workers come from the product's own origin. Everything else throws.
 */
export function allowOwnScripts(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => {
      if (!/[<&]/.test(text)) return text;
      if (clean === null) throw new TypeError('Markup from text is not allowed');
      return cleaned(text, clean);
    },
    createScriptURL: (url) => {
      if (!isScriptPlace(new URL(url, window.location.href)))
        throw new TypeError('Scripts of other origins are not allowed');
      return url;
    },
  });
}

/**
 * The libraries of the showroom (charts, editors) draw with markup: from now on it is let through, without whatever could
 * run. The business screens, with the names that strangers choose, never need this.
 */
export async function allowCleanedMarkup(): Promise<void> {
  if (!('trustedTypes' in globalThis)) return;
  const { cleanMarkup } = await import('../lib/clean-markup.ts');
  clean = cleanMarkup;
}
