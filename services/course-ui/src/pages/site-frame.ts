import { useOutletContext } from 'react-router';

/** What the site gives to the pages inside it. */
export interface SiteFrame {
  /** Whether the chat covers the whole window, so that nothing behind it may be reached. */
  covered: boolean;
  onCover: (covers: boolean) => void;
}

export function useSiteFrame(): SiteFrame {
  return useOutletContext<SiteFrame>();
}
