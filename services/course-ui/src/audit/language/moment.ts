import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';

/** A moment where the reader is; `exact` names seconds and the zone, too. */
export function useMoment(): (at: string, exact?: boolean) => string {
  const locale = localeOf[useLanguage()];
  return useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const exact = new Intl.DateTimeFormat(locale, {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
    });
    return (at, whole = false) => (whole ? exact : short).format(new Date(at));
  }, [locale]);
}

/** A moment on two short lines, for columns: the day, with its year when that is another one, and the time. */
export function useShortMoment(): (at: string) => [string, string] {
  const locale = localeOf[useLanguage()];
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
    const dayOfYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    const thisYear = new Date().getFullYear();
    return (text) => {
      const at = new Date(text);
      return [(at.getFullYear() === thisYear ? day : dayOfYear).format(at), time.format(at)];
    };
  }, [locale]);
}
