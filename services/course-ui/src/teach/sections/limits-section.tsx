import type { ChatbotLimits } from '@course-chatbot/chat';
import { NumberField } from '../../widgets/form/number-field';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { fieldLabel } from '../settings/setting-words';
import { todayWords } from '../settings/today-words';
import { Section } from './section';

/** What it may cost, each limit with what was used of it. */
export function LimitsSection() {
  const { draft, words } = useEditor();
  const { text, locale } = words;
  const { today } = draft.base;
  const { limits } = draft.settings;
  const used = (count: number, limit: number | null) => {
    const written = count.toLocaleString(locale);
    if (!limit) return written;
    return text('limits.usedPart', { used: written, percent: Math.round((count / limit) * 100) });
  };
  const most = today.mostStudentTokens;
  return (
    <Section title={text('limits.title')} lead={text('limits.lead')}>
      <LimitField
        name="studentTokensPerDay"
        unit={text('limits.tokens')}
        used={
          most === null
            ? text('limits.usedMostFew')
            : text('limits.usedMost', { count: used(most, limits.studentTokensPerDay) })
        }
      />
      <LimitField
        name="courseTokensPerMonth"
        unit={text('limits.tokens')}
        used={text('limits.usedMonth', { count: used(today.courseTokensThisMonth, limits.courseTokensPerMonth) })}
      />
      <LimitField name="messagesPerMinute" unit={text('limits.perMinute')} used={todayWords(text, today)} />
      <LimitField name="messageCharacters" unit={text('limits.characters')} needed />
    </Section>
  );
}

export interface LimitFieldProps {
  name: keyof ChatbotLimits;
  unit: string;
  /** What was used of it, in words. */
  used?: string;
  /** Whether there must be one. */
  needed?: boolean;
}

export function LimitField({ name, unit, used, needed = false }: LimitFieldProps) {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const field = `limits.${name}`;
  const hint = [used, needed ? undefined : text('limits.none')].filter(Boolean).join(' · ');
  return (
    <NumberField
      name={field}
      label={fieldLabel(text, field)}
      unit={unit}
      hint={hint || undefined}
      fault={faultOf(field)}
      value={draft.settings.limits[name]}
      onChange={(value) => draft.changeLimits({ [name]: value })}
    />
  );
}
