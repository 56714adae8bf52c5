/** Chips to drag onto the calendar. */
export const CHIPS = [
  { id: 'chip-1', title: 'Make a tea', tone: 'success' },
  { id: 'chip-2', title: 'Read the outlet reports', tone: 'warning' },
  { id: 'chip-3', title: 'Call the harbour', tone: 'primary' },
  { id: 'chip-4', title: 'Fix a loose socket', tone: 'danger' },
  { id: 'chip-5', title: 'Water the plants', tone: 'gray' },
] as const;
export type Chip = (typeof CHIPS)[number];

/** The background of an event: a tone of the theme on which white text is readable. */
const ground = (tone: string) =>
  ({
    color: `var(--mantine-color-${tone}-filled)`,
    contrastColor: 'var(--mantine-primary-color-contrast)',
  }) as const;

export const EVENT_COLOURS = {
  success: ground('success'),
  warning: ground('warning'),
  primary: ground('brand'),
  danger: ground('danger'),
  gray: ground('secondary'),
} as const;

export type SampleEvent = {
  readonly id?: string;
  readonly title: string;
  readonly start: Date;
  readonly end?: Date;
  readonly allDay?: boolean;
  readonly color: string;
  readonly contrastColor: string;
  readonly description: string;
  readonly url?: string;
};

/** Seven events around `today`. */
export function sampleEvents(today: Date): SampleEvent[] {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const at = (date: number, hour = 0): Date => new Date(year, month, date, hour);
  return [
    {
      title: 'The flower exhibition',
      start: at(1),
      allDay: true,
      ...EVENT_COLOURS.success,
      description: 'A hall of tulips and one very proud gardener.',
    },
    {
      title: 'A week at the lake',
      start: at(day + 5),
      end: at(day + 7),
      allDay: true,
      ...EVENT_COLOURS.gray,
      description: 'Two nights in the boat house. Bring warm socks.',
    },
    {
      id: 'repeat-1',
      title: 'Lighthouse tour',
      start: at(day - 3, 16),
      allDay: false,
      ...EVENT_COLOURS.primary,
      description: 'Two hundred and four steps up, the same number down.',
    },
    {
      id: 'repeat-2',
      title: 'Museum of old sockets',
      start: at(day + 3, 12),
      allDay: false,
      ...EVENT_COLOURS.warning,
      description: 'Every plug since 1883, and a café that uses none of them.',
    },
    {
      title: 'Launch of the new shelf',
      start: at(day + 16, 12),
      end: at(day + 16, 13),
      ...EVENT_COLOURS.primary,
      description: 'It carries more books than the old one.',
    },
    {
      title: 'Lunch with the field team',
      start: at(day + 18, 12),
      end: at(day + 18, 13),
      ...EVENT_COLOURS.danger,
      description: 'At the long table by the window.',
    },
    {
      title: 'Look at the example site',
      start: at(28),
      end: at(29),
      allDay: true,
      ...EVENT_COLOURS.gray,
      description: 'Leads to another site.',
      url: 'https://example.com/',
    },
  ];
}
