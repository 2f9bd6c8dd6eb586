import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { sayWithSource } from '../src/model/reply.ts';

story('a term that is looked up in the glossary is told so, and its page is the source', async ({ page, chat, model, signedIn }) => {
  const question = 'What does primary key mean?';
  const call = { do: 'call', name: 'glossary_lookup', arguments: { term: 'primary key' } } as const;
  model.when(question, [call], sayWithSource('candidate key', 'It is the key that was chosen.'));
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.askToTheEnd(question);
  await expect(chat.panel.getByText('Looked up “primary key” in the glossary')).toBeVisible();
  await expect(chat.answers).toContainText('It is the key that was chosen.');
  await expect(chat.answers.getByRole('link', { name: /Primary keys/ })).toBeVisible();
});
