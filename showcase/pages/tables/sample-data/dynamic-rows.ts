/** One of the 19 rows of the first dynamic table. */
export type DynamicRow = {
  readonly id: string;
  readonly name: string;
  readonly info: { readonly type: string; readonly dimensions: string };
  readonly description: string;
  /** A long date, such as September 14, 2026. */
  readonly date: string;
  readonly status: { readonly progress: number; readonly type: 'success' | 'warning' | 'danger' | 'info' | 'primary' };
};

type Source = readonly [string, string, string, string, string, number, DynamicRow['status']['type']];

const SOURCES: readonly Source[] = [
  ['Amber shore', 'JPEG', '200 × 150', 'Evening by the sea', 'September 14, 2026', 29, 'success'],
  ['Blue ridge', 'PSD', '2400 × 1455', 'Seven mountains', 'November 14, 2025', 33, 'warning'],
  ['Copper roofs', 'JPEG', '200 × 150', 'Old town', 'September 14, 2024', 38, 'primary'],
  ['Dry river', 'PNG', '210 × 160', 'August in the valley', 'September 15, 2025', 17, 'danger'],
  ['Early train', 'JPEG', '1452 × 1300', 'Platform four', 'October 1, 2026', 41, 'info'],
  ['Fern garden', 'PNG', '800 × 600', 'Behind the greenhouse', 'January 7, 2026', 64, 'success'],
  ['Glass hall', 'JPEG', '1920 × 1080', 'The new terminal', 'March 21, 2025', 72, 'primary'],
  ['Harbour lamp', 'TIFF', '3000 × 2000', 'Pier at night', 'December 2, 2024', 55, 'warning'],
  ['Ink study', 'PNG', '640 × 640', 'Sketches of hands', 'February 11, 2026', 9, 'danger'],
  ['Juniper hill', 'JPEG', '1280 × 720', 'After the rain', 'July 30, 2025', 83, 'success'],
  ['Kite day', 'GIF', '480 × 270', 'Wind from the west', 'May 4, 2026', 47, 'info'],
  ['Lantern walk', 'JPEG', '2048 × 1365', 'Winter market', 'November 28, 2024', 91, 'success'],
  ['Mill pond', 'PNG', '1024 × 768', 'Still water', 'June 16, 2025', 26, 'warning'],
  ['Night bus', 'JPEG', '1600 × 900', 'Line nine', 'August 9, 2026', 58, 'primary'],
  ['Open kitchen', 'PSD', '4000 × 3000', 'Six cooks', 'April 18, 2025', 12, 'danger'],
  ['Paper moon', 'SVG', '512 × 512', 'Drawn by children', 'October 23, 2025', 69, 'info'],
  ['Quiet quay', 'JPEG', '1440 × 960', 'Sunday morning', 'February 27, 2024', 36, 'primary'],
  ['Red barn', 'PNG', '900 × 700', 'On the way north', 'January 19, 2025', 77, 'success'],
  ['Salt path', 'TIFF', '2600 × 1700', 'Between two villages', 'December 31, 2025', 50, 'warning'],
];

export const DYNAMIC_ROWS: readonly DynamicRow[] = SOURCES.map(
  ([name, type, dimensions, description, date, progress, tone], index) => ({
    id: String(index + 1),
    name,
    info: { type, dimensions },
    description,
    date,
    status: { progress, type: tone },
  }),
);
