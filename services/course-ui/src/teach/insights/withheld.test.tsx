import type { InsightDay, Insights } from '@course-chatbot/chat';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AnswerCharts } from './answer-charts';
import { DayCharts } from './day-charts';
import { dayWords } from './day-words';
import { FeedbackPart } from './feedback-part';
import { MonthPart } from './month-part';
import { PagesPart } from './pages-part';
import { UnansweredPart } from './unanswered-part';

const day = (number: number, students: number | null, questions = students ?? 0): InsightDay => ({
  day: `2026-09-0${number}`,
  questions,
  students,
  inputTokens: questions,
  outputTokens: 0,
  costMicros: null,
});
const shown = (number: number) => dayWords(`2026-09-0${number}`, 'en-GB');

function show(days: InsightDay[]): void {
  const insights: Insights = {
    from: '2026-09-01',
    to: '2026-09-03',
    timeZone: 'UTC',
    currency: null,
    chatbots: [],
    activeStudents: null,
    questions: 0,
    days,
    answers: { supported: 0, partly: 0, unsupported: 0, uncited: 0, unfinished: 0 },
    verdicts: [],
    unanswered: [],
    pages: [],
    feedback: { up: 0, down: 0, comments: [] },
    month: { usedTokens: 0, limitTokens: null, usedCostMicros: null },
  };
  const parts = [DayCharts, AnswerCharts, UnansweredPart, PagesPart, FeedbackPart, MonthPart];
  render(parts.map((Part, index) => <Part key={index} insights={insights} days={days} />));
}

async function rowsOf(title: string): Promise<Array<string | null>> {
  const part = within(screen.getByRole('region', { name: title }));
  await userEvent.click(part.getByRole('button', { name: 'Show the table' }));
  return part.getAllByRole('row').slice(1).map((row) => row.textContent);
}

test.each([
  ['Questions per day', 'fewer than 5 students'],
  ['Tokens per day', 'fewer than 5 students'],
  ['Students per day', 'fewer than 5'],
])('%s: a day of few students is no day on which nothing happened', async (title, few) => {
  show([day(1, 0), day(2, null), day(3, 6)]);
  const bars = screen.getByRole('region', { name: title }).querySelectorAll('[data-untold]');
  expect([...bars].map((bar) => bar.getAttribute('data-untold'))).toEqual(['false', 'true', 'false']);
  expect(await rowsOf(title)).toEqual([`${shown(3)}6`, `${shown(2)}${few}`, `${shown(1)}0`]);
});

test('where days are left out it is not said that there was nothing', () => {
  show([day(1, null), day(2, 0), day(3, null)]);
  expect(screen.getAllByText('Nothing to show: numbers of fewer than 5 students are not shown.')).toHaveLength(5);
  expect(screen.getByRole('img', { name: 'Questions per day: numbers of fewer than 5 students are not shown' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('in this period');
  expect(screen.queryByRole('img', { name: /in this period/ })).toBeNull();
});

test('where nobody asked there was nothing', () => {
  show([day(1, 0), day(2, 0), day(3, 0)]);
  expect(screen.getByText('No page was cited in this period.')).toBeTruthy();
  expect(screen.getByText('No comment in this period.')).toBeTruthy();
  expect(screen.getAllByText('Nothing in this period.')).toHaveLength(2);
  expect(screen.queryByText(/are not shown/)).toBeNull();
});
