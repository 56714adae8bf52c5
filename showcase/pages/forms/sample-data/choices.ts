/** Choices of the plain select; the second is the default. */
export const DEFAULT_CHOICES = ['Wall outlet', 'Table outlet', 'Floor outlet'] as const;

/** Three groups of four choices, for the searchable select. */
export const GROUPED_CHOICES = [
  { group: 'Hotels', items: ['Harbour House', 'Grand Pavilion', 'The Lantern', 'Station Inn'] },
  { group: 'Airports', items: ['North Terminal', 'Gate Lounge', 'Arrivals Hall', 'Transit Corner'] },
  { group: 'Cafés', items: ['Corner Roast', 'Paper Cup', 'Slow Morning', 'The Kettle'] },
] as const;

/** The dropdowns whose label follows the choice. */
export const COLOURED_SELECTS = [
  { label: 'Simple', tone: 'default', size: 'sm', choices: ['Option one', 'Option two', 'Option three'] },
  { label: 'Red', tone: 'danger', size: 'sm', choices: ['Ready', 'Running', 'Stopped'] },
  { label: 'Orange', tone: 'warning', size: 'sm', choices: ['Low', 'Middle', 'High'] },
  { label: 'Green', tone: 'success', size: 'sm', choices: ['Spring', 'Summer', 'Autumn', 'Winter'] },
  { label: 'Large', tone: 'default', size: 'lg', choices: ['Near', 'Further', 'Furthest'] },
] as const satisfies readonly {
  label: string;
  tone: 'default' | 'danger' | 'warning' | 'success';
  size: 'sm' | 'lg';
  choices: readonly [string, ...string[]];
}[];

/** Names to mention with @ in the Markdown editor. */
export const MENTIONS = ['ada.brook', 'milo.hart', 'noor.vale', 'tess.quill'] as const;
