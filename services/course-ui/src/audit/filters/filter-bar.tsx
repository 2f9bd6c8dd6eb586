import { type AuditedCitation, type AuditFilters, useChatText, VerdictSign, verdictWords } from '@course-chatbot/chat';
import { Button } from '../../widgets/button';
import { useAuditText } from '../language/audit-text';
import { chatbotNames } from './chatbot-names';
import { type CitationFilter, freshnesses, isNarrowed, noFilter, verdicts } from './citation-filter';
import styles from './filters.module.css';
import { OneOfChip, type Option, SomeOfChip } from './option-chips';
import { TimeChip } from './time-chip';
import { WordsField } from './words-field';

export interface FilterBarProps {
  filter: CitationFilter;
  known: AuditFilters;
  /** What is shown now: it knows names that no list of choices has. */
  rows: AuditedCitation[];
  onChange: (changed: Partial<CitationFilter>) => void;
}

/** What the list shows: each chip says what it filters. */
export function FilterBar({ filter, known, rows, onChange }: FilterBarProps) {
  const text = useAuditText();
  const chat = useChatText();
  return (
    <div className={styles.bar} role="group" aria-label={text('filter.title')}>
      <WordsField value={filter.q} onChange={(q) => onChange({ q })} />
      <SomeOfChip
        name={text('filter.verdict')}
        values={filter.verdict}
        options={verdicts.map((value) => ({
          value,
          label: verdictWords(chat, value),
          sign: <VerdictSign verdict={value} />,
        }))}
        onChange={(verdict) => onChange({ verdict })}
      />
      <SomeOfChip
        name={text('filter.freshness')}
        values={filter.freshness}
        options={freshnesses.map((value) => ({ value, label: text(`freshness.${value}`) }))}
        onChange={(freshness) => onChange({ freshness })}
      />
      <TimeChip {...filter} onChange={(span) => onChange({ ...span, utc: false })} />
      <PlaceChips filter={filter} known={known} rows={rows} onChange={onChange} />
      <FlagChip
        name={text('filter.reviewed')}
        value={filter.reviewed}
        words={[text('filter.reviewedYes'), text('filter.reviewedNo')]}
        onChange={(reviewed) => onChange({ reviewed })}
      />
      <FlagChip
        name={text('filter.cited')}
        value={filter.cited}
        words={[text('filter.citedYes'), text('filter.citedNo')]}
        onChange={(cited) => onChange({ cited })}
      />
      {isNarrowed(filter) && (
        <Button kind="quiet" onPress={() => onChange({ ...noFilter, show: filter.show })}>
          {text('filter.clearAll')}
        </Button>
      )}
    </div>
  );
}

/** Where and by what a citation came about. */
function PlaceChips({ filter, known, rows, onChange }: FilterBarProps) {
  const text = useAuditText();
  const ids = [
    ['courseId', text('filter.course'), known.courses],
    ['chatbotId', text('filter.chatbot'), [...chatbotNames(known)].map(([id, name]) => ({ id, name }))],
    ['teacherId', text('filter.teacher'), known.teachers],
  ] as const;
  const tools = withUnknown(known.tools, filter.tool);
  const models = withUnknown(known.models, filter.model);
  return (
    <>
      {ids.map(([key, name, named]) => (
        <OneOfChip
          key={key}
          name={name}
          value={filter[key]}
          options={named.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
      <OneOfChip name={text('filter.tool')} value={filter.tool} options={tools} onChange={(tool) => onChange({ tool })} />
      <OneOfChip name={text('filter.model')} value={filter.model} options={models} onChange={(model) => onChange({ model })} />
      <OneOfChip
        name={text('filter.page')}
        value={filter.pageId}
        options={pagesOf(rows)}
        onChange={(pageId) => onChange({ pageId })}
      />
    </>
  );
}

function pagesOf(rows: AuditedCitation[]): Option[] {
  const titles = new Map(rows.flatMap(({ pageId, page }) => (pageId === null ? [] : [[pageId, page ?? pageId] as const])));
  const options = [...titles].map(([value, label]) => ({ value, label }));
  return options.sort((a, b) => a.label.localeCompare(b.label));
}

/** What is filtered for is a choice, even where nothing of it is shown. */
function withUnknown(names: readonly string[], chosen: string | null): Option[] {
  const all = chosen === null || names.includes(chosen) ? names : [...names, chosen];
  return all.map((value) => ({ value, label: value }));
}

interface FlagChipProps {
  name: string;
  value: boolean | null;
  /** Of yes and of no. */
  words: [string, string];
  onChange: (value: boolean | null) => void;
}

function FlagChip({ name, value, words: [yes, no], onChange }: FlagChipProps) {
  return (
    <OneOfChip
      name={name}
      value={value === null ? null : String(value)}
      options={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      onChange={(chosen) => onChange(chosen === null ? null : chosen === 'true')}
    />
  );
}
