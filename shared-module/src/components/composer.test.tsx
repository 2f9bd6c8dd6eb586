import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Composer } from './composer';

function Sample({ busy = false, limit = null, onSend = vi.fn(), onStop = vi.fn() }: Partial<SampleProps>) {
  const [draft, setDraft] = useState('');
  const field = createRef<HTMLTextAreaElement>();
  return <Composer {...{ draft, busy, limit, field, onSend, onStop }} onDraft={setDraft} />;
}
interface SampleProps {
  busy: boolean;
  limit: number | null;
  onSend: (text: string) => void;
  onStop: () => void;
}

describe('the composer', () => {
  test('Enter sends, Shift+Enter breaks the line', async () => {
    const onSend = vi.fn();
    render(<Sample onSend={onSend} />);
    await userEvent.type(screen.getByRole('textbox'), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('One\ntwo');
  });

  test('nothing is sent while an answer is being written; the button stops it', async () => {
    const [onSend, onStop] = [vi.fn(), vi.fn()];
    render(<Sample busy onSend={onSend} onStop={onStop} />);
    await userEvent.type(screen.getByRole('textbox'), 'One{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Stop the answer' }));
    expect(onSend).not.toHaveBeenCalled();
    expect(onStop).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('what is left is told near the limit, and what is too long is not sent', async () => {
    const onSend = vi.fn();
    render(<Sample limit={8} onSend={onSend} />);
    const field = screen.getByRole('textbox');
    await userEvent.type(field, 'abcdef');
    expect(screen.queryByText(/left/)).toBeNull();
    await userEvent.type(field, 'g');
    expect(screen.getByText('1 character left')).toBeDefined();
    await userEvent.type(field, '😀hi{Enter}');
    expect(screen.getByText('2 characters too long')).toBeDefined();
    expect(onSend).not.toHaveBeenCalled();
  });

  test('an empty question is not sent', async () => {
    const onSend = vi.fn();
    render(<Sample onSend={onSend} />);
    await userEvent.type(screen.getByRole('textbox'), '  {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });
});
