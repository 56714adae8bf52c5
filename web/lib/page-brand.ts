import { USUAL_BRAND_COLOR, USUAL_NETWORK_NAME } from '#domain/constants.ts';

const contentOf = (name: string): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The network's name, from the page's meta tag (server/http/web-files.ts). */
export const NETWORK_NAME = contentOf('application-name') || USUAL_NETWORK_NAME;

/** The brand's color as six hex digits, from the page's meta tag. */
export const BRAND_CODE = /^#([0-9a-f]{6})$/.exec(contentOf('brand-color'))?.[1] ?? USUAL_BRAND_COLOR.slice(1);
