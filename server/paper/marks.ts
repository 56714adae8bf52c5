import { type Canvas, INK } from './canvas.ts';
import { CONTENT_WIDTH } from './page-sizes.ts';

/**
 * Draws the product's logo as in web/ui/logo.tsx: an outlet's two slots and ground as the bars and point of a chart.
 */
export function drawMark({ doc }: Canvas, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.roundedRect(0, 0, 32, 32, 8).fill(INK.theme);
  doc.roundedRect(7.5, 13, 4, 9, 2).roundedRect(14, 8, 4, 14, 2);
  doc.path('M20.5 17a2 2 0 0 1 2-2 2 2 0 0 1 2 2v3a2 2 0 0 1-2 2 2 2 0 0 1-2-2z').circle(22.5, 10, 2).fill(INK.paper);
  doc.roundedRect(7.5, 24, 17, 1.75, 0.875).fillOpacity(0.65).fill(INK.paper).fillOpacity(1);
  doc.restore();
}

/** Draws a line across the content area. */
export function drawRule({ doc, page }: Canvas, y: number, color: string): void {
  doc
    .moveTo(page.margin, y)
    .lineTo(page.margin + CONTENT_WIDTH, y)
    .lineWidth(0.75)
    .stroke(color);
}
