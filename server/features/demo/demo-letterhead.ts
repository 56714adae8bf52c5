import { pixelEncoder } from '../../pictures/pixel-encoder.ts';

/** Obviously fictitious: documents of the demo are sent to no person, and require no payment. */
export const DEMO_LETTERHEAD = {
  name: 'Wayside Power Network, Inc. (invented)',
  address: '100 Example Plaza, Suite 4\nSpringfield, ZZ 00000',
  tax_id: '00-0000000',
  contact: 'billing@demo.voltboard.example',
  payment:
    'An invented invoice of the demo: nothing is to be paid.\nBank of Examples, account 000000000, routing 000000000',
  paper: 'country',
} as const;

/** The edge length of the drawing in pixels, and the samples per pixel edge. */
const [SIDE, FINE] = [132, 4];
const PINE = [22, 92, 84] as const;
const AMBER = [240, 178, 62] as const;
const PAPER = [255, 255, 255] as const;

const isInBox = (
  x: number,
  y: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  radius: number,
) => {
  const beyond = (at: number, from: number, to: number) => Math.max(from + radius - at, at - (to - radius), 0);
  return Math.hypot(beyond(x, left, right), beyond(y, top, bottom)) <= radius;
};

/** The face of an outlet: a plate, two slots, and the round hole of the ground, lit. */
function colourAt(x: number, y: number): typeof PINE | typeof AMBER | typeof PAPER {
  if (!isInBox(x, y, [2, 2, 130, 130], 30)) return PAPER;
  if (isInBox(x, y, [38, 34, 50, 72], 5) || isInBox(x, y, [82, 34, 94, 72], 5)) return PAPER;
  if (Math.hypot(x - 66, y - 92) <= 15) return AMBER;
  return PINE;
}

/** Returns the logo of the demo's company in the format of a letterhead: a JPEG in base64. */
export async function drawDemoLogo(): Promise<string> {
  const sharp = await pixelEncoder();
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const sums = [0, 0, 0];
    for (let part = 0; part < FINE * FINE; part += 1) {
      const x = (at % SIDE) + ((part % FINE) + 0.5) / FINE;
      const y = Math.floor(at / SIDE) + (Math.floor(part / FINE) + 0.5) / FINE;
      for (const [channel, light] of colourAt(x, y).entries()) sums[channel] = (sums[channel] ?? 0) + light;
    }
    pixels.set(
      sums.map((sum) => Math.round(sum / FINE ** 2)),
      3 * at,
    );
  }
  const picture = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } });
  return (await picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()).toString('base64');
}
