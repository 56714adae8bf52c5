/** What is being typed behind an @ that ends at `caret`: where the @ stands and the letters so far; null without one. */
export function mentionAt(text: string, caret: number): { start: number; letters: string } | null {
  const found = /(^|\s)@([\w.]*)$/.exec(text.slice(0, caret));
  if (!found) return null;
  const letters = found[2] ?? '';
  return { start: caret - letters.length - 1, letters };
}
