import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { newSettings } from '../settings/new-settings';
import { templateText } from '../settings/templates';
import { chatbot, model, TestEditor, tool, write } from './test-editor';

vi.mock('../try/try-panel', () => ({ default: () => null }));

// The form is large, and jsdom looks for roles slowly.
vi.setConfig({ testTimeout: 60_000 });

const plain = model('plain', { label: 'Plain', isDefault: true, temperature: false });
const warm = model('warm', { label: 'Warm' });
const mute = model('mute', { label: 'Mute', tools: false });

let editor: TestEditor;

beforeEach(() => {
  editor = new TestEditor();
  editor.routes['GET /manage/courses/course/tools'] = () => [tool('course_material_search'), tool('glossary_lookup'), tool('mail_everybody', true)];
  editor.routes['GET /manage/models'] = () => [plain, warm, mute];
  editor.routes['PUT /manage/chatbots/bot'] = (settings) => ({ ...chatbot, version: 4, settings });
});

/** Of one setting of few, the one that says this. */
const choose = (group: string, words: string) =>
  userEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: new RegExp(`^${words}`) }));
const flip = (name: string) => userEvent.click(screen.getByRole('switch', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const pick = async (field: RegExp, words: RegExp) => {
  await press(field);
  await userEvent.click(await screen.findByRole('option', { name: words }));
};
const save = async () => {
  await press('Save');
  await screen.findByText('Saved as version 4.');
  return (await editor.saved()).settings;
};
/** What is said of a field below it. */
const saidOf = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return ids.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ');
};

test('whatever is set is what is saved, field by field', async () => {
  await editor.show({ timeZone: 'Europe/Helsinki' });
  write('Name', 'Exam helper');
  write('Greeting', 'Hello!');
  await press('Add a question');
  write('Suggested question 1', 'When is the exam?');
  write('Disclaimer', 'Answers can be wrong.');
  await flip('Look up terms');
  await choose('Teaching style', 'Never full solutions');
  await choose('Sources', 'Only what the pages say');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Swedish' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Finnish' }));
  await choose('When it looks things up', 'Always with one of these');
  await pick(/Which one/, /^Look up terms/);
  write('Instructions', 'Be brief.');
  await flip('Offer questions to go on with');
  write('Tries', '5');
  await choose('If it tries to use what it may not', 'Tell it, and go on');
  write('Pattern of answers', '^.+$');
  write('Tokens per student and day', '20 000');
  write('Tokens of the course per month', '');
  write('Questions per minute', '3');
  write('Longest question', '4000');
  await flip('Published');
  write('Opens', '2026-03-29T04:30');
  write('Closes', '2026-10-25T12:00');
  write('Kept for', '365');
  await press(/^Rarely needed/);
  await pick(/Model/, /^Warm/);
  write('Temperature', '0.4');
  write('Longest reply', '900');
  write('Time per answer', '60');
  write('Steps per answer', '4');
  await flip('A course page may say what is looked up');

  expect(await save()).toEqual({
    name: 'Exam helper',
    enabled: true,
    prompt: 'Be brief.',
    initialMessage: 'Hello!',
    suggestedMessages: ['When is the exam?'],
    disclaimer: 'Answers can be wrong.',
    model: 'warm',
    temperature: 0.4,
    allowedTools: ['course_material_search', 'glossary_lookup'],
    toolChoice: { type: 'tool', toolName: 'glossary_lookup' },
    studentToolChoice: true,
    invalidCalls: { retries: 5, unhandled: 'skip' },
    citationPolicy: 'enforce',
    style: 'no_solutions',
    nextQuestions: true,
    answerPattern: '^.+$',
    // In the order in which they are offered.
    languages: ['fi', 'sv'],
    // The clocks of Helsinki were put forward that night.
    opensAt: '2026-03-29T01:30:00.000Z',
    closesAt: '2026-10-25T10:00:00.000Z',
    retentionDays: 365,
    limits: {
      messageCharacters: 4_000,
      requestsPerTurn: 4,
      turnSeconds: 60,
      outputTokens: 900,
      messagesPerMinute: 3,
      studentTokensPerDay: 20_000,
      courseTokensPerMonth: null,
    },
  });
});

test('what is taken away is saved as nothing', async () => {
  const settings = {
    ...chatbot.settings,
    initialMessage: 'Hello!',
    suggestedMessages: ['One?', 'Two?'],
    disclaimer: 'Careful.',
    answerPattern: '^.+$',
    languages: ['fi', 'se'],
    opensAt: '2026-09-01T05:00:00Z',
    closesAt: '2026-12-01T05:00:00Z',
    retentionDays: 30,
    limits: { ...chatbot.settings.limits, messagesPerMinute: 3 },
  };
  editor.routes['GET /manage/chatbots/bot'] = () => ({ ...chatbot, settings });
  await editor.show({ timeZone: 'Europe/Helsinki' });
  expect(screen.getByLabelText<HTMLInputElement>('Opens').value, 'on the clocks of the course').toBe('2026-09-01T08:00');
  expect(screen.getByRole('checkbox', { name: 'Northern Sami' }), 'set elsewhere, offered here').toHaveProperty('checked', true);
  for (const field of ['Greeting', 'Disclaimer', 'Pattern of answers', 'Opens', 'Closes', 'Kept for', 'Questions per minute']) write(field, '');
  await press('Remove question 1');
  for (const tag of ['Finnish', 'Northern Sami']) await userEvent.click(screen.getByRole('checkbox', { name: tag }));
  expect(await save()).toEqual({ ...chatbot.settings, suggestedMessages: ['Two?'] });
});

test('instructions begin from a template, and what one wrote is replaced only after a question', async () => {
  await editor.show();
  const prompt = screen.getByLabelText<HTMLTextAreaElement>('Instructions');
  await press('Course guide');
  expect(prompt.value).toBe(templateText('guide', 'en'));
  expect(screen.queryByRole('alertdialog'), 'nothing was there').toBeNull();
  write('Instructions', 'My own words.');
  await press('Explainer of terms');
  const dialog = await screen.findByRole('alertdialog', { name: 'Replace the instructions?' });
  expect(dialog.textContent).toContain('“Explainer of terms”');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(prompt.value).toBe('My own words.');
  await press('Explainer of terms');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
  expect(prompt.value).toBe(templateText('terms', 'en'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await save()).toMatchObject({ prompt: templateText('terms', 'en') });
});

test('a course in Finnish gets a Finnish template, whoever sets it up', async () => {
  await editor.show({ language: 'fi' });
  await press('Course guide');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Instructions').value).toBe(templateText('guide', 'fi'));
});

test('how long the instructions are is told in characters as people count them, and variables are put in', async () => {
  await editor.show();
  write('Instructions', 'é😀');
  expect(screen.getByText('2 characters')).toBeTruthy();
  write('Instructions', 'x'.repeat(1_234));
  expect(screen.getByText('1,234 characters')).toBeTruthy();
  write('Instructions', 'Welcome to');
  await press(/^Insert course: /);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Instructions').value).toBe('Welcome to {course}');
});

test('a temperature is asked for only where the model has one, and one that does not fit is told and can be taken away', async () => {
  await editor.show();
  await press(/^Rarely needed/);
  expect(screen.queryByLabelText('Temperature'), 'the default has none').toBeNull();
  await pick(/Model/, /^Warm/);
  write('Temperature', '2.5');
  expect(saidOf('Temperature')).toContain('The most is 2.');
  write('Temperature', '0.5');
  editor.routes['POST /manage/courses/course/settings/check'] = (settings) =>
    (settings as { temperature: unknown }).temperature === null ? [] : [{ field: 'temperature', code: 'conflicts', message: '' }];
  await pick(/Model/, /^The server's choice \(Plain\)/);
  await waitFor(() => expect(saidOf('Temperature')).toContain('This does not go with the other settings.'));
  write('Temperature', '');
  await waitFor(() => expect(screen.queryByLabelText('Temperature')).toBeNull());
});

test('a number that hardly anybody changes can be emptied and written anew at one go', async () => {
  await editor.show();
  await press(/^Rarely needed/);
  const field = screen.getByLabelText<HTMLInputElement>('Longest reply');
  await userEvent.clear(field);
  expect(saidOf('Longest reply')).toContain('This has to be filled in.');
  await userEvent.keyboard('900');
  expect(document.activeElement, 'the field stays under one’s hands').toBe(screen.getByLabelText('Longest reply'));
  expect(await save()).toMatchObject({ limits: { outputTokens: 900 } });
});

test('a model that cannot look things up does not go with tools, and says so before it is chosen', async () => {
  await editor.show();
  await press(/^Rarely needed/);
  await press(/Model/);
  expect((await screen.findByRole('option', { name: /^Mute/ })).textContent).toContain('cannot look things up');
  await userEvent.click(screen.getByRole('option', { name: /^Mute/ }));
  await screen.findByRole('link', { name: 'Model' });
});

test('what must be looked up with is switched on, or the choice says so', async () => {
  const forced = { ...newSettings('Guide', '', ['course_material_search']), toolChoice: { type: 'tool' as const, toolName: 'glossary_lookup' } };
  editor.routes['GET /manage/chatbots/bot'] = () => ({ ...chatbot, settings: forced });
  await editor.show();
  expect(await screen.findAllByText('This does not go with the other settings.')).not.toEqual([]);
  await flip('Look up terms');
  await waitFor(() => expect(screen.queryByText('This does not go with the other settings.')).toBeNull());
  await choose('When it looks things up', 'Never');
  expect(await save()).toMatchObject({ toolChoice: 'none', allowedTools: ['course_material_search', 'glossary_lookup'] });
});
