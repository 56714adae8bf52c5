/** Puts a text into the clipboard; false where the browser does not allow it, as without https. It can be marked and copied then. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
