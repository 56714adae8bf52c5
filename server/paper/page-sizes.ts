import type { Paper } from '#domain/paper.ts';

/** A page's size and margin, in points. */
export type Page = { readonly width: number; readonly height: number; readonly margin: number };

/**
 * Width of the content in points. It is the same for all page sizes, so that columns and lines break at the same
 * places.
 */
export const CONTENT_WIDTH = 540;

const page = (width: number, height: number): Page => ({ width, height, margin: (width - CONTENT_WIDTH) / 2 });

/** US Letter, which documents with the first four layouts use. */
export const LETTER: Page = page(612, 792);

/** Page sizes by name. 210 by 297 mm is 595.28 by 841.89 points. */
export const PAGES: Readonly<Record<Paper, Page>> = { letter: LETTER, a4: page(595.28, 841.89) };
