/** A passage to mark on the page with this address. Each following of a source makes a new one. */
export interface PassageTarget {
  url: string;
  passage: string;
}

/** Whether a target lies on the page with this path. */
export function isOnPage(target: PassageTarget, pathname: string): boolean {
  return decodeURI(new URL(target.url, window.location.origin).pathname) === decodeURI(pathname);
}

/** The anchor of a target's heading. */
export function anchorOf(target: PassageTarget): string | null {
  const { hash } = new URL(target.url, window.location.origin);
  return hash ? decodeURIComponent(hash.slice(1)) : null;
}
