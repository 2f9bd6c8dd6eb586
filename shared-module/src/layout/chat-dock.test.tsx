import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../language/language';
import { ChatDock } from './chat-dock';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

function open() {
  return render(
    <LanguageProvider language="en">
      <ChatDock name="Guide">
        {({ onClose, restored }) => (
          <button type="button" onClick={onClose}>
            {restored ? 'restored' : 'opened'}
          </button>
        )}
      </ChatDock>
    </LanguageProvider>,
  );
}

test('a chat that was open is open again when the tab is loaded again, and one that was closed is not', async () => {
  const user = userEvent.setup();
  const first = open();
  await user.click(screen.getByRole('button', { name: /Ask about the course/ }));
  screen.getByText('opened');
  first.unmount();

  const second = open();
  await user.click(screen.getByText('restored'));
  second.unmount();

  open();
  expect(screen.queryByText(/restored|opened/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /Ask about the course/ }));
  screen.getByText('opened');
});
