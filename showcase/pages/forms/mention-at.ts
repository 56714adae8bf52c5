/** The mention being typed before `caret`: the position of its @ and the letters so far; null without one. */
export function mentionAt(text: string, caret: number): { start: number; letters: string } | null {
  const found = /(^|\s)@([\w.]*)$/.exec(text.slice(0, caret));
  if (!found) return null;
  const letters = found[2] ?? '';
  return { start: caret - letters.length - 1, letters };
}
