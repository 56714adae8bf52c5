/** Colours of sample states; each stands beside a word or a number. */
export const TONE_COLOURS = {
  primary: 'var(--vb-brand-filled)',
  success: 'var(--vb-status-online)',
  warning: 'var(--vb-status-late)',
  danger: 'var(--vb-status-offline)',
  info: 'var(--vb-series-3)',
} as const;
