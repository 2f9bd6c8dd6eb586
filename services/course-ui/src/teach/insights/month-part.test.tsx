import { type InsightDay, type Insights, LanguageProvider, type MonthUsage } from '@course-chatbot/chat';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dayWords } from './day-words';
import { MonthPart } from './month-part';

const day = (number: number, students: number | null, costMicros: number | null): InsightDay => ({
  day: `2026-09-0${number}`,
  questions: students ?? 0,
  students,
  inputTokens: 1_000,
  outputTokens: 234,
  costMicros,
});
const shown = (number: number) => dayWords(`2026-09-0${number}`, 'en-GB');
const days = [day(1, 6, 1_500_000), day(2, null, null), day(3, 7, null), day(4, 5, 250_000)];

function show(currency: string | null, month: Partial<MonthUsage> = {}, language: 'en' | 'fi' = 'en'): void {
  const insights: Insights = {
    from: '2026-09-01',
    to: '2026-09-04',
    timeZone: 'Europe/Helsinki',
    currency,
    chatbots: [],
    activeStudents: 7,
    questions: 18,
    days: currency === null ? days.map((of) => ({ ...of, costMicros: null })) : days,
    answers: { supported: 0, partly: 0, unsupported: 0, uncited: 0, unfinished: 0 },
    verdicts: [],
    unanswered: [],
    pages: [],
    feedback: { up: 0, down: 0, comments: [] },
    month: { usedTokens: 4_936, limitTokens: 10_000, usedCostMicros: 1_750_000, ...month },
  };
  render(
    <LanguageProvider language={language}>
      <MonthPart insights={insights} />
    </LanguageProvider>,
  );
}

test('tokens and money stand together, and each chart has its numbers behind it', async () => {
  show('EUR');
  expect(screen.getByRole('progressbar', { name: 'Tokens' }).getAttribute('aria-valuetext')).toBe('4,936 of 10,000 tokens, €1.75');
  expect(screen.getByRole('img', { name: `Cost per day: €1.75 in all, the most on ${shown(1)}: €1.50` })).toBeTruthy();
  const cost = within(screen.getByRole('region', { name: 'Cost per day' }));
  await userEvent.click(cost.getByRole('button', { name: 'Show the table' }));
  const rows = cost.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual(['DayCost', `${shown(4)}€0.25`, `${shown(3)}not known`, `${shown(2)}fewer than 5 students`, `${shown(1)}€1.50`]);
});

test('where nobody set prices there is no word of money', () => {
  show(null, { usedCostMicros: null });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('4,936 of 10,000 tokens');
  expect(screen.queryByText(/cost/i)).toBeNull();
  expect(document.body.textContent).not.toMatch(/[€$]|EUR/);
});

test.each([
  ['en', 10_000, 'This month of the limit'],
  ['en', null, 'This month'],
  ['fi', null, 'Tämä kuukausi'],
] as const)('in %s a month of the limit %s is headed: %s', (language, limitTokens, heading) => {
  show(null, { limitTokens }, language);
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
});

test('a month of which some had no price says so, and tells no amount', () => {
  show('EUR', { usedCostMicros: null, limitTokens: null });
  expect(screen.getByText('4,936 tokens; there is no limit')).toBeTruthy();
  expect(screen.getByText('What they cost is not known: not all of them had a price in EUR.')).toBeTruthy();
});

test('in Finnish money is written as in Finland', () => {
  show('EUR', { limitTokens: null }, 'fi');
  expect(screen.getByText(/^4\s936 tokenia, 1,75\s€; rajaa ei ole$/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Kustannus päivässä' })).toBeTruthy();
});
