import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';
import type { Course } from '../../lms/lms-api';
import { useModels, useTools } from '../api/manage-queries';
import { useTeachText } from '../language/teach-text';
import type { Words } from './setting-words';

/** What values of settings are told with, on the pages of a course. */
export function useWords({ id, timeZone: zone }: Course): Words {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const { data: tools } = useTools(id);
  const { data: models } = useModels();
  return useMemo(
    () => ({ text, locale, zone, tools: tools ?? [], models: models ?? [] }),
    [text, locale, zone, tools, models],
  );
}
