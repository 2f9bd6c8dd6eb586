/** Keeps a text for as long as the browser tab lives; without storage, not at all. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null or an empty text removes it. */
export function writeTab(key: string, text: string | null): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage it lives in memory only.
  }
}
