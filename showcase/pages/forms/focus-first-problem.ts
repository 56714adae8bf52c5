/** Focuses the first invalid field after a form fails validation. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
