import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { chatbot, TestEditor, write } from './test-editor';

vi.mock('../try/try-panel', () => ({ default: () => null }));

// The form is large, and jsdom looks for roles slowly.
vi.setConfig({ testTimeout: 30_000 });

let editor: TestEditor;

beforeEach(async () => {
  editor = new TestEditor();
  await editor.show();
});

test('a tool for administrators is locked and says so', () => {
  const locked = screen.getByRole('switch', { name: 'mail_everybody' });
  expect(locked).toHaveProperty('disabled', true);
  expect(screen.getByText('Only an administrator can switch this on.')).toBeTruthy();
});

test('what is saved says which version it changes, and becomes what the form began from', async () => {
  editor.routes['PUT /manage/chatbots/bot'] = (settings) => ({ ...chatbot, version: 4, settings });
  write('Name', 'Guide of mine');
  await userEvent.click(screen.getByRole('switch', { name: 'Search the course material' }));
  expect(screen.getByText('Not saved: Name and What it may use.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved as version 4.');
  const { version, settings } = await editor.saved();
  expect(version).toBe('"3"');
  expect(settings).toMatchObject({ name: 'Guide of mine', allowedTools: [] });
});

test('whoever was slower sees what the other saved, and can take it over beside their own', async () => {
  editor.routes['PUT /manage/chatbots/bot'] = () => Response.json({ code: 'version_changed' }, { status: 412 });
  write('Name', 'Guide of mine');
  const theirs = { ...chatbot.settings, name: 'Theirs', initialMessage: 'Hello.' };
  editor.routes['GET /manage/chatbots/bot'] = () => ({ ...chatbot, version: 4, settings: theirs, updatedBy: 'Olli' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/Olli saved version 4/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go on with this' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Greeting').value).toBe('Hello.'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Guide of mine');
});

test('what the server finds at fault stands at its field', async () => {
  editor.routes['POST /manage/courses/course/settings/check'] = () => [{ field: 'prompt', code: 'unknown_variable', message: '' }];
  write('Instructions', 'Greet.');
  await screen.findByRole('link', { name: 'Instructions' });
  const field = screen.getByLabelText('Instructions');
  const about = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(about.join(' ')).toContain('There is no such variable.');
});
