import type { CitationRate } from '@course-chatbot/chat';
import { useMemo } from 'react';
import { LoadState } from '../../pages/load-state';
import { Choices } from '../../widgets/form/choices';
import { useAuditFilters, useRates } from '../api/audit-queries';
import { chatbotNames } from '../filters/chatbot-names';
import { Page } from '../frame/page';
import { useAuditText } from '../language/audit-text';
import { GroupTable } from './group-table';
import styles from './rates.module.css';
import { byKey, byWeek } from './sum-rates';
import { groups, periods, type RatesFilter, useRatesFilter } from './use-rates-filter';
import { WeeksChart } from './weeks-chart';

/** How verdicts fall over time. */
export function RatesPage() {
  const text = useAuditText();
  const filter = useRatesFilter();
  const rates = useRates(filter.wish);
  return (
    <Page title={text('nav.rates')} lead={text('rates.lead')}>
      <RatesFilterBar filter={filter} />
      {rates.isSuccess ? (
        <div className={styles.parts} aria-busy={rates.isPlaceholderData}>
          {rates.data.length === 0 ? <p>{text('rates.none')}</p> : <Rates filter={filter} rates={rates.data} />}
        </div>
      ) : (
        <LoadState query={rates} />
      )}
    </Page>
  );
}

function Rates({ filter, rates }: { filter: RatesFilter; rates: CitationRate[] }) {
  const { data: known } = useAuditFilters();
  const groups = useMemo(() => {
    const names = filter.by === 'chatbot' && known ? chatbotNames(known) : new Map<string, string>();
    return byKey(rates.map((rate) => ({ ...rate, name: names.get(rate.key) ?? rate.name })));
  }, [filter.by, known, rates]);
  return (
    <>
      <WeeksChart filter={filter} weeks={byWeek(rates, filter.key, filter)} groups={groups} />
      <GroupTable filter={filter} groups={groups} />
    </>
  );
}

function RatesFilterBar({ filter }: { filter: RatesFilter }) {
  const text = useAuditText();
  return (
    <div className={styles.filter}>
      <Choices
        name="by"
        label={text('rates.by')}
        inline
        value={filter.by}
        onChange={filter.setBy}
        choices={groups.map((value) => ({ value, label: text(`filter.${value}`) }))}
      />
      <Choices
        name="weeks"
        label={text('rates.period')}
        inline
        value={String(filter.weeks)}
        onChange={(weeks) => filter.setWeeks(Number(weeks))}
        choices={periods.map((count) => ({ value: String(count), label: text('rates.weeks', { count }) }))}
      />
    </div>
  );
}
