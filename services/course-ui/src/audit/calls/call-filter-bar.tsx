import { useAuditFilters } from '../api/audit-queries';
import { chatbotNames } from '../filters/chatbot-names';
import styles from '../filters/filters.module.css';
import { OneOfChip } from '../filters/option-chips';
import { TimeChip } from '../filters/time-chip';
import { useAuditText } from '../language/audit-text';
import type { CallFilter } from './use-call-filter';

const dispositions = ['accept', 'edit', 'answer', 'skip', 'splice', 'retry', 'discard', 'fail'] as const;
const statuses = ['done', 'failed', 'denied', 'rejected', 'ignored', 'answered', 'waiting', 'unanswered', 'running', 'pending', 'unknown'] as const;

export interface CallFilterBarProps {
  filter: CallFilter;
  onChange: (changed: Partial<CallFilter>) => void;
}

/** Which calls are shown: each chip says what it filters. */
export function CallFilterBar({ filter, onChange }: CallFilterBarProps) {
  const text = useAuditText();
  const { data: known } = useAuditFilters();
  const named = (list: Array<{ id: string; name: string }> = []) => list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.bar} role="group" aria-label={text('filter.title')}>
      <OneOfChip
        name={text('calls.outcome')}
        value={filter.denied}
        options={[{ value: 'true', label: text('outcome.refused') }]}
        onChange={(denied) => onChange({ denied })}
      />
      <OneOfChip name={text('filter.course')} value={filter.courseId} options={named(known?.courses)} onChange={(courseId) => onChange({ courseId })} />
      <OneOfChip name={text('filter.chatbot')} value={filter.chatbotId} options={known ? [...chatbotNames(known)].map(([value, label]) => ({ value, label })) : []} onChange={(chatbotId) => onChange({ chatbotId })} />
      <OneOfChip
        name={text('filter.tool')}
        value={filter.tool}
        options={(known?.tools ?? []).map((value) => ({ value, label: value }))}
        onChange={(tool) => onChange({ tool })}
      />
      <OneOfChip
        name={text('calls.decided')}
        value={filter.disposition}
        options={dispositions.map((value) => ({ value, label: text(`disposition.${value}`) }))}
        onChange={(disposition) => onChange({ disposition })}
      />
      <OneOfChip
        name={text('calls.status')}
        value={filter.status}
        options={statuses.map((value) => ({ value, label: text(`status.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <TimeChip from={filter.from} to={filter.to} onChange={onChange} />
    </div>
  );
}
