type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

/**
 * Whether a script's origin is allowed: the product itself, or the showcase's map service if the server's policy
 * permits it.
 */
const isScriptPlace = ({ origin, hostname }: URL): boolean =>
  origin === window.location.origin || hostname === 'maps.googleapis.com';

let clean: ((markup: string) => string) | null = null;
let isCleaning = false;

/** Calls the purifier. Throws on a recursive call, which would never end. */
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
 * Creates the page's default trusted-types policy, for servers that require one (docs/threat-model.md#b6). Text without
 * a tag or entity may become markup; scripts and workers may be loaded from the origins that `isScriptPlace` allows.
 * Everything else throws, unless purified markup is allowed (`allowCleanedMarkup`).
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
 * Allows purified markup from now on, because the showcase's libraries (charts, editors) draw with markup. The business
 * screens, which show names chosen by other people, never need this.
 */
export async function allowCleanedMarkup(): Promise<void> {
  if (!('trustedTypes' in globalThis)) return;
  const { cleanMarkup } = await import('../lib/clean-markup.ts');
  clean = cleanMarkup;
}
