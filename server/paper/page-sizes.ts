import type { Paper } from '#domain/paper.ts';

/** A page in points, and its free margin. */
export type Page = { readonly width: number; readonly height: number; readonly margin: number };

/** Both page sizes have the same content width, so columns and lines break at the same places. */
export const CONTENT_WIDTH = 540;

const page = (width: number, height: number): Page => ({ width, height, margin: (width - CONTENT_WIDTH) / 2 });

/** US Letter. Documents of the first four layouts use it. */
export const LETTER: Page = page(612, 792);

/** Page sizes by name. 210 by 297 mm is 595.28 by 841.89 points. */
export const PAGES: Readonly<Record<Paper, Page>> = { letter: LETTER, a4: page(595.28, 841.89) };
