import { createHash } from 'node:crypto';
import { pixelEncoder } from '../../pictures/pixel-encoder.ts';

const [WIDTH, HEIGHT] = [800, 600];
const DISCS = 4;

type Colour = readonly [red: number, green: number, blue: number];
type Disc = { readonly x: number; readonly y: number; readonly radius: number; readonly colour: Colour };

/** Returns a saturated color for a hue (0 to 1), dark enough that a light color is visible on it. */
function colourOf(hue: number, light: number): Colour {
  const part = (shift: number) => Math.round(255 * light * (0.55 + 0.45 * Math.cos(2 * Math.PI * (hue + shift))));
  return [part(0), part(1 / 3), part(2 / 3)];
}

/**
 * Returns the pixels of a picture with a gradient of two colors and some discs. The same words give the same picture.
 */
function paint(words: string): Buffer {
  const dice = createHash('sha256').update(words).digest();
  const roll = (at: number): number => (dice[at % dice.length] ?? 0) / 255;
  const [from, to] = [colourOf(roll(0), 0.55), colourOf(roll(0) + 0.12, 0.95)];
  const discs: Disc[] = Array.from({ length: DISCS }, (_, at) => ({
    x: WIDTH * roll(4 * at + 1),
    y: HEIGHT * roll(4 * at + 2),
    radius: 40 + 150 * roll(4 * at + 3),
    colour: colourOf(roll(0) + 0.25 * roll(4 * at + 4), 1),
  }));
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const disc = discs.find((one) => (one.x - x) ** 2 + (one.y - y) ** 2 <= one.radius ** 2);
      const slope = (x / WIDTH + y / HEIGHT) / 2;
      const at = 3 * (y * WIDTH + x);
      for (let channel = 0; channel < 3; channel += 1) {
        const [start, end] = [from[channel] ?? 0, to[channel] ?? 0];
        pixels[at + channel] = disc?.colour[channel] ?? Math.round(start + (end - start) * slope);
      }
    }
  }
  return pixels;
}

export type DrawnPicture = {
  readonly hash: string;
  readonly type: 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly size_bytes: number;
  readonly image: string;
};

/** Draws a demo picture in its stored form. */
export async function drawPicture(words: string): Promise<DrawnPicture> {
  const sharp = await pixelEncoder();
  const bytes = await sharp(paint(words), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer();
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    type: 'image/webp',
    width: WIDTH,
    height: HEIGHT,
    size_bytes: bytes.length,
    image: bytes.toString('base64'),
  };
}
