/** The showcase's colors by their display names. `color` is the name for Mantine's components. */
export const TONES = {
  primary: { label: 'Primary', color: 'brand', text: 'var(--vb-brand-text)' },
  info: { label: 'Info', color: 'info', text: 'var(--mantine-color-info-text)' },
  warning: { label: 'Warning', color: 'warning', text: 'var(--mantine-color-warning-text)' },
  success: { label: 'Success', color: 'success', text: 'var(--mantine-color-success-text)' },
  danger: { label: 'Danger', color: 'danger', text: 'var(--mantine-color-danger-text)' },
  secondary: { label: 'Secondary', color: 'secondary', text: 'var(--mantine-color-secondary-text)' },
} as const;

/** All tones, for samples that show every tone. */
export const EVERY_TONE = Object.values(TONES);

/** The colors for h1 to h6 where headings are colored. */
export const HEADING_COLOURS = [
  TONES.danger,
  TONES.warning,
  TONES.success,
  TONES.primary,
  TONES.info,
  TONES.secondary,
].map(({ text }) => text);

/** A button's tone. "Default" is the neutral tone. */
export type ButtonTone = { readonly label: string; readonly color: string; readonly isDefault?: boolean };

/** The eight buttons, in the order of docs/sample-pages.md#ui-pages. */
export const BUTTON_TONES: readonly ButtonTone[] = [
  { label: 'Default', color: 'secondary', isDefault: true },
  { label: 'Primary', color: 'brand' },
  { label: 'Info', color: 'info' },
  { label: 'Success', color: 'success' },
  { label: 'Warning', color: 'warning' },
  { label: 'Danger', color: 'danger' },
  { label: 'Gray', color: 'secondary' },
  { label: 'Dark', color: 'ink' },
];
