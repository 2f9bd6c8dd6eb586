import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LanguageProvider } from '../language/language';
import { OwnData } from './own-data';

function show() {
  const onDownload = vi.fn().mockResolvedValue(undefined);
  const onErase = vi.fn().mockResolvedValue(undefined);
  render(
    <LanguageProvider language="en">
      <OwnData onDownload={onDownload} onErase={onErase} />
    </LanguageProvider>,
  );
  return { onDownload, onErase };
}

const button = (name: string) => screen.getByRole('button', { name });

test('the student takes their data along', async () => {
  const { onDownload } = show();
  await userEvent.click(button('Download my data'));
  expect(onDownload).toHaveBeenCalledOnce();
  expect(screen.getByText('Your data was downloaded.')).not.toBeNull();
});

test('what did not work is not said to be done', async () => {
  const { onDownload } = show();
  onDownload.mockRejectedValue(new Error('offline'));
  await userEvent.click(button('Download my data'));
  expect(screen.queryByText('Your data was downloaded.')).toBeNull();
  expect(button('Download my data')).toHaveProperty('disabled', false);
});

test('nothing is erased before the student has read what stays; keeping is in focus', async () => {
  const { onErase } = show();
  await userEvent.click(button('Erase my data…'));
  expect(screen.getByText(/Which pages answers cited/)).not.toBeNull();
  expect(document.activeElement).toBe(button('Keep my data'));
  await userEvent.keyboard('{Escape}');
  expect(onErase).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button('Erase my data…'));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button('Erase everything'));
  expect(onErase).toHaveBeenCalledOnce();
  expect(screen.getByText('Your data was erased.')).not.toBeNull();
});
