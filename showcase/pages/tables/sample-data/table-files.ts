type Tone = 'success' | 'warning' | 'danger' | 'info' | 'primary';

/** A row of the table of styles. */
export type SampleFile = {
  readonly id: number;
  readonly picture: 'hill' | 'sun' | 'tower' | 'wave' | 'leaf';
  readonly description: string;
  readonly label?: { readonly colorClass: Tone; readonly text: string };
  readonly info: { readonly type: string; readonly dimensions: string };
  readonly date: string;
  readonly size: string;
  readonly progress: { readonly percent: number; readonly colorClass: Tone };
};

export const FILES: readonly SampleFile[] = [
  {
    id: 1,
    picture: 'hill',
    description: 'Hills behind the harbour',
    label: { colorClass: 'danger', text: 'Life' },
    info: { type: 'JPEG', dimensions: '200 × 150' },
    date: 'September 14, 2026',
    size: '45.6 kB',
    progress: { percent: 29, colorClass: 'success' },
  },
  {
    id: 2,
    picture: 'sun',
    description: 'First light over the fields',
    info: { type: 'PSD', dimensions: '2400 × 1455' },
    date: 'November 14, 2026',
    size: '15.3 MB',
    progress: { percent: 33, colorClass: 'warning' },
  },
  {
    id: 3,
    picture: 'tower',
    description: 'The old relay tower',
    label: { colorClass: 'primary', text: 'Important' },
    info: { type: 'JPEG', dimensions: '200 × 150' },
    date: 'September 14, 2026',
    size: '49.0 kB',
    progress: { percent: 38, colorClass: 'primary' },
  },
  {
    id: 4,
    picture: 'wave',
    description: 'Waves, seen from the pier',
    info: { type: 'PNG', dimensions: '210 × 160' },
    date: 'September 15, 2026',
    size: '69.1 kB',
    progress: { percent: 17, colorClass: 'danger' },
  },
  {
    id: 5,
    picture: 'leaf',
    description: 'A leaf from the courtyard',
    info: { type: 'JPEG', dimensions: '1452 × 1300' },
    date: 'October 1, 2026',
    size: '2.3 MB',
    progress: { percent: 41, colorClass: 'info' },
  },
];

/** Rows of the striped table; the first is initially selected. */
export const ORDERS = [
  { id: 1, name: 'Mila Anders', status: 'Sent', tone: 'success', isTicked: true },
  { id: 2, name: 'Oren Blake', status: 'Pending', tone: 'warning', isTicked: false },
  { id: 3, name: 'Priya Castle', status: 'Declined', tone: 'danger', isTicked: false },
] as const;

/** Rows of the hover table. */
export const PEOPLE = [
  { id: 1, firstName: 'Mila', lastName: 'Anders', email: 'mila@example.com', status: 'Pending', tone: 'gray' },
  { id: 2, firstName: 'Oren', lastName: 'Blake', email: 'oren@example.com', status: 'Unconfirmed', tone: 'primary' },
  { id: 3, firstName: 'Priya', lastName: 'Castle', email: 'priya@example.com', status: 'New', tone: 'gray' },
  { id: 4, firstName: 'Ravn', lastName: 'Dahl', email: 'ravn@example.com', status: 'Active', tone: 'success' },
] as const;

/** Five products for the bordered and the scrolling table, with sales of seven days. */
export const PRODUCTS = [
  { id: 1, name: 'Wall outlet', price: 59.9, sales: [4, 6, 5, 9, 7, 11, 8], series: 1 },
  { id: 2, name: 'Table outlet', price: 74.5, sales: [7, 3, 6, 4, 8, 5, 9], series: 2 },
  { id: 3, name: 'Floor outlet', price: 98, sales: [2, 4, 3, 5, 8, 6, 7], series: 3 },
  { id: 4, name: 'Ad display', price: 149.9, sales: [9, 8, 6, 7, 4, 5, 3], series: 4 },
  { id: 5, name: 'Surge guard', price: 24.9, sales: [5, 7, 9, 6, 8, 10, 12], series: 5 },
] as const;
