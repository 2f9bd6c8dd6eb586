import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ChatRefusal } from '../client/chat-refusal';
import type { CourseMessage } from '../client/course-message';
import { LanguageProvider } from '../language/language';
import type { Feedback } from '../wire';
import { RateAnswer, RatingContext } from './rate-answer';

const answer = (feedback?: Feedback): CourseMessage => ({
  id: 'a1',
  role: 'assistant',
  metadata: { state: 'finished', ...(feedback && { feedback }) },
  parts: [{ type: 'text', text: 'Rows.' }],
});

/** The answer as the page shows it again after what was said of it was kept. */
function show(feedback?: Feedback, rate = vi.fn().mockResolvedValue(undefined)) {
  const tree = (message: CourseMessage) => (
    <LanguageProvider language="en">
      <RatingContext value={{ rate }}>
        <RateAnswer message={message} />
      </RatingContext>
    </LanguageProvider>
  );
  const { rerender } = render(tree(answer(feedback)));
  rate.mockImplementation(async (_: string, given: Feedback | null) => rerender(tree(answer(given ?? undefined))));
  return rate;
}

const thumb = (name: string) => screen.getByRole('button', { name });

describe('what a student thinks of an answer', () => {
  test('is said by a thumb at once, and by a second press taken back', async () => {
    const rate = show();
    expect(thumb('This helped').getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(thumb('This helped'));
    expect(rate).toHaveBeenLastCalledWith('a1', { rating: 'up' });
    expect(thumb('This helped').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('Noted.')).not.toBeNull();
    await userEvent.click(thumb('This helped'));
    expect(rate).toHaveBeenLastCalledWith('a1', null);
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('brings the form into view that asks for more', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    show();
    await userEvent.click(thumb('This helped'));
    expect(shown).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
  });

  test('takes a reason and a comment, by the keyboard alone, and the focus comes back', async () => {
    const rate = show();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    const form = screen.getByRole('form', { name: 'More about this answer' });
    await userEvent.tab();
    await userEvent.keyboard(' {ArrowDown}');
    await userEvent.tab();
    await userEvent.paste('What of keys?');
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    const said = { rating: 'down', reason: 'wrong_source', comment: 'What of keys?' };
    expect(rate).toHaveBeenLastCalledWith('a1', said);
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(thumb('This did not help'));
  });

  test('asks for no reason where the answer helped', async () => {
    show();
    await userEvent.click(thumb('This helped'));
    expect(screen.queryByRole('radiogroup')).toBeNull();
    await userEvent.keyboard('{Escape}');
  });

  test('shows what was said before, and changes it', async () => {
    const rate = show({ rating: 'down', reason: 'unclear' });
    expect(thumb('This did not help').getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(thumb('This helped'));
    expect(rate).toHaveBeenLastCalledWith('a1', { rating: 'up' });
  });

  test('tells in one sentence when it was not kept', async () => {
    const rate = show();
    rate.mockRejectedValueOnce(new ChatRefusal('not_found', ''));
    await userEvent.click(thumb('This helped'));
    expect(screen.getByText(/no longer there/)).not.toBeNull();
    expect(thumb('This helped').getAttribute('aria-pressed')).toBe('false');
  });
});
