/** What the browser keeps under a key; null as well where it keeps nothing for pages. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
