import type { Paper } from '#domain/paper.ts';

/** A page in points, and the edge that stays free. */
export type Page = { readonly width: number; readonly height: number; readonly margin: number };

/** What is between the edges is as wide on either: columns and lines break at the same places. */
export const CONTENT_WIDTH = 540;

const page = (width: number, height: number): Page => ({ width, height, margin: (width - CONTENT_WIDTH) / 2 });

/** US Letter, which documents of the first four drawings are on. */
export const LETTER: Page = page(612, 792);

/** By its name: 210 by 297 mm is 595.28 by 841.89 points. */
export const PAGES: Readonly<Record<Paper, Page>> = { letter: LETTER, a4: page(595.28, 841.89) };
