/** Reads a key from local storage; null if it is absent or storage is blocked. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
