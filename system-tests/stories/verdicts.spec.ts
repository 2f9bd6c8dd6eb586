import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { enforcingStory, expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { sayCiting, search } from '../src/model/reply.ts';

const question = 'What is a primary key?';
const searches = [search('what a primary key is'), search('what a foreign key is')];
/** Words of two passages that the searches find. */
const passages = { primary: 'candidate key that the designer has chosen', foreign: 'must match the values of a key' };
const good = 'A primary key is the candidate key that the designer has chosen to identify the rows of a table.{primary}';
const wrong = 'Normalisation removes redundant facts from badly planned schemas.{foreign}';

const ways: Array<{ how: string; text: string; verdict: string; told?: string | RegExp; marked?: string[] }> = [
  { how: 'well', text: good, verdict: 'found on the page' },
  { how: 'the wrong passage', text: wrong, verdict: 'not found on the page' },
  {
    how: 'a number that is invented',
    text: 'A table has at most **42 primary keys**, and the values of a primary key must be unique.{primary}',
    verdict: 'partly found, check',
    told: 'Not in the passage: 42',
    marked: ['42'],
  },
  {
    how: 'with a quotation',
    text: 'The page says that “the values of a primary key must be unique”.{primary}',
    verdict: 'found on the page',
    marked: ['the values of a primary key must be unique'],
  },
  {
    how: 'with a quotation that is off by a word',
    text: 'The page says that “the values of a primary key must be short”.{primary}',
    verdict: 'misquoted',
    told: '“the values of a primary key must be short” stands in none of the passages that were found.',
    marked: ['the values of a primary key must be ', 'short'],
  },
  {
    how: 'with a quotation of another passage',
    text: 'It says “the table it points to is called the referenced table”.{primary}',
    verdict: 'misquoted',
    told: /stands in another passage that was found\./,
  },
  {
    how: 'to deny what stands there',
    text: 'A primary key is not the candidate key that the designer has chosen to identify the rows of a table.{primary}',
    verdict: 'partly found, check',
  },
  {
    how: 'in another language',
    text: 'Pääavain on avainehdokas, jonka suunnittelija on valinnut taulun rivien tunnisteeksi.{primary}',
    verdict: 'not checked',
    told: 'Sentence and passage could not be compared.',
  },
];

const looked = new Set<string>();

const hide = (hidden: boolean) => `update lms.pages set hidden = ${hidden} where title = 'Foreign keys'`;

story.beforeEach(open);

for (const { how, text, verdict, told, marked } of ways) {
  story(`an answer that cites ${how}: ${verdict}`, async ({ page, chat, model }) => {
    model.when(question, searches, sayCiting(passages, text));
    const answer = await chat.askToTheEnd(question);
    const chip = chat.chips(answer);
    await expect(chip).toHaveAccessibleName(new RegExp(`^Source 1: .* \\(${verdict}\\)$`));
    await expect(answer.getByRole('img', { name: verdict }), 'the list says it, too').toBeVisible();
    await takePicture(page, `${how}-answer`);
    await chip.click();
    const source = page.getByRole('dialog');
    await expect(source).toContainText(verdict, { ignoreCase: true });
    if (told) await expect(source).toContainText(told);
    const sentence = source.locator('h4', { hasText: 'The answer says' }).locator('..');
    if (marked) await expect(sentence.locator('mark')).toHaveText(marked);
    await expect(source.getByRole('link', { name: 'Go to the passage' })).toBeInViewport({ ratio: 1 });
    await takePicture(page, `${how}-source`);
    // They differ in no more than their words.
    if (!looked.has(verdict)) await expectAccessible(page, how);
    looked.add(verdict);
  });
}

story('a sentence with two sources was compared with both, and each sentence has its own verdict', async ({ page, chat, model, scripted: { lms } }) => {
  const both = 'A primary key is the candidate key that was chosen, and a foreign key must match the values of a key.{primary}{foreign}';
  model.when(question, searches, sayCiting(passages, `${both} It was invented in 1066 by Finnish monks.{primary}`));
  const answer = await chat.askToTheEnd(question);
  const names = await chat.chips(answer).evaluateAll((chips) => chips.map((chip) => chip.getAttribute('aria-label')));
  expect(names.map((name) => /^Source (\d+): .*\((.*)\)$/.exec(name ?? '')?.slice(1))).toEqual([
    ['1', 'found on the page'],
    ['2', 'found on the page'],
    ['1', 'not found on the page'],
  ]);
  await expect(answer.getByRole('img', { name: 'not found on the page' }), 'the gravest of both').toHaveCount(1);
  expect(await chat.chips(answer).first().evaluate(roomOfSign), 'a sign takes no room of its own').toEqual([0, 0]);
  await chat.chips(answer).first().click();
  await expect(page.getByRole('dialog')).toContainText('Compared together with source 2.');
  await takePicture(page, 'two-sources');
  await expectAccessible(page, 'two sources');

  await lms.execute(hide(true));
  try {
    await page.reload();
    await chat.open();
    await chat.chips(answer).nth(1).click();
    await expect(page.getByRole('dialog', { name: 'Page no longer open' })).toBeVisible();
    await takePicture(page, 'source-hidden');
    await expectAccessible(page, 'a source that is no longer open');
  } finally {
    await lms.execute(hide(false));
  }
});

story('a marker in code is code; an answer without a source says so and promises nothing', async ({ page, chat, model }) => {
  model.when(question, searches, sayCiting(passages, 'Write `row{primary}` and nothing else here.'));
  const answer = await chat.askToTheEnd(question);
  await expect(answer.locator('code')).toContainText(/^row【/);
  await expect(chat.chips(answer)).toHaveCount(0);
  await expect(answer.getByText('No source was cited for this answer.')).toBeVisible();
  await answer.getByRole('button', { name: 'About this answer' }).click();
  await expect(page.getByRole('dialog')).toContainText('Course material was found for it, but the answer cites none of it.');
  await takePicture(page, 'uncited');
  await expectAccessible(page, 'no source');
});

story('what is downloaded says what was found', async ({ page, chat, model }) => {
  model.when(question, searches, sayCiting(passages, `${good} ${wrong}`));
  const answer = await chat.askToTheEnd(question);
  await expect(chat.chips(answer)).toHaveCount(2);
  const download = page.waitForEvent('download');
  await chat.panel.getByRole('button', { name: 'Download as Markdown' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toMatch(/^\[\^1\]: .* — found on the page$/m);
  expect(text).toMatch(/^\[\^2\]: .* — not found on the page$/m);
});

enforcingStory.describe('where everything must be confirmed', () => {
  enforcingStory.beforeEach(open);

  enforcingStory('what stands is shown, and the rest is said not to be', async ({ page, chat, model }) => {
    model.when(question, searches, sayCiting(passages, `${good} ${wrong}`));
    const answer = await chat.askToTheEnd(question);
    await expect(answer).toContainText('the candidate key that the designer has chosen');
    await expect(answer).not.toContainText('Normalisation');
    await expect(chat.chips(answer)).toHaveAccessibleName(/\(found on the page\)$/);
    await expect(chat.sentence('The course material did not confirm the rest of this answer, so it is not shown.')).toBeVisible();
    await takePicture(page, 'enforced-rest');
    await expectAccessible(page, 'what was not confirmed');
  });

  enforcingStory('where nothing stands, that is all that is said', async ({ page, chat, model }) => {
    model.when(question, searches, sayCiting(passages, wrong));
    const answer = await chat.askToTheEnd(question);
    await expect(answer).not.toContainText('Normalisation');
    await expect(chat.sentence('The course material did not confirm an answer to this, so none is shown.')).toBeVisible();
    await expect(answer.getByText('No source was cited')).toHaveCount(0);
    await takePicture(page, 'enforced-nothing');
    await expectAccessible(page, 'nothing confirmed');
  });
});

/** How much wider and higher a number is for its sign. */
function roomOfSign(chip: Element): [number, number] {
  const sign = chip.querySelector('svg');
  const withSign = chip.getBoundingClientRect();
  if (sign) sign.style.display = 'none';
  const without = chip.getBoundingClientRect();
  if (sign) sign.style.display = '';
  return [withSign.width - without.width, withSign.height - without.height];
}

async function open({ page, chat, signedIn }: { page: Page; chat: { open: () => Promise<void> }; signedIn: () => Promise<void> }) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
}
