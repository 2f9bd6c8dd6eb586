import type { Page, Route } from '@playwright/test';
import { type Citation, call, citations, detailOf, filters, log, ratesOf, refusedCall, turnOf } from './audit-data.ts';

const pageLength = 50;

/** Answers the admins' routes in the server's place, with many citations; gives what was asked for. */
export async function showAudit(page: Page): Promise<URL[]> {
  const asked: URL[] = [];
  const rows = citations.map((row) => ({ ...row }));
  await page.route('**/api/chatbot/v1/audit/**', (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    return answer(route, url, rows);
  });
  return asked;
}

function answer(route: Route, url: URL, rows: Citation[]): Promise<void> {
  const path = url.pathname.replace(/^.*\/audit/, '');
  const [, kind = '', id = '', action] = path.split('/');
  if (path === '/filters') return route.fulfill({ json: filters });
  if (path === '/tool-calls') return route.fulfill({ json: listed([call, refusedCall].map(callRow)) });
  if (path === '/log') return route.fulfill({ json: listed(log) });
  if (path === '/citations/rates') return route.fulfill({ json: ratesOf(url.searchParams.get('from') ?? '') });
  if (kind === 'turns') return route.fulfill({ json: turnOf(rows.find(({ turnId }) => turnId === id) ?? rows[0]!) });
  const found = filtered(rows, url.searchParams);
  if (path === '/citations/count') return route.fulfill({ json: { count: found.length, atLeast: false } });
  if (path === '/citations.csv') return route.fulfill({ contentType: 'text/csv; charset=utf-8', body: csv(found) });
  if (path === '/citations') return route.fulfill({ json: pageOf(found, Number(url.searchParams.get('cursor') ?? 0)) });
  const row = rows.find((one) => one.id === id);
  if (!row) return route.fulfill({ status: 404, json: { code: 'not_found', title: 'Not found' } });
  return route.fulfill({ json: action === 'review' ? reviewed(row, route) : detailOf(row) });
}

function filtered(rows: Citation[], wish: URLSearchParams): Citation[] {
  const verdicts = wish.get('verdict')?.split(',');
  const [from, to, words] = [wish.get('from') ?? '', wish.get('to') ?? '9999', wish.get('q') ?? ''];
  const needsLook = ({ verdict, freshness, review }: Citation) =>
    review === null && (['misquoted', 'unsupported'].includes(verdict) || freshness === 'gone');
  return rows.filter(
    (row) =>
      (wish.get('needsLook') !== 'true' || needsLook(row)) &&
      (!verdicts || verdicts.includes(row.verdict)) &&
      row.at >= from &&
      row.at < to &&
      row.sentence.includes(words),
  );
}

function reviewed(row: Citation, route: Route): Citation {
  const { reviewed: isReviewed, note } = route.request().postDataJSON() as { reviewed: boolean; note: string };
  row.review = isReviewed ? { by: { id: 'admin', name: 'Anna Admin' }, at: new Date().toISOString(), note } : null;
  return row;
}

function pageOf(rows: Citation[], from: number) {
  const next = from + pageLength;
  return { items: rows.slice(from, next), nextCursor: next < rows.length ? String(next) : null };
}

function listed<Row>(items: Row[]) {
  return { items, nextCursor: null };
}

function callRow(of: typeof call | typeof refusedCall) {
  const { turnId, course, chatbot, at } = citations[0]!;
  return { call: of, turnId, course, chatbot, at };
}

function csv(rows: Citation[]): string {
  const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
  return line(['id', 'answered_at', 'verdict', 'sentence']) + rows.map((row) => line([row.id, row.at, row.verdict, row.sentence])).join('');
}
