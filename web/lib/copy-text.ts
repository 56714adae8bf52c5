/**
 * Copies text to the clipboard. Resolves to false if the browser does not allow it, as without https; the user can then
 * select and copy the text.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
