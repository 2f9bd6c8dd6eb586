import { readFile } from 'node:fs/promises';
import { AuditPages } from '../src/browser/audit.ts';
import { expectOnlyWords, hostile, shownAsWritten } from '../src/browser/hostile.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { TeachPages } from '../src/browser/teacher.ts';
import { sayCiting, search } from '../src/model/reply.ts';
import { quarrel } from '../src/recorded/asked.ts';

const question = hostile('What is a hostile argument?');
const said = `${quarrel.sentences.supported}{it} ${hostile('So it says.')}\n\n![seen]\n\n[seen]: https://evil.example/c`;
const replies = [[search(quarrel.query)], sayCiting({ it: quarrel.words }, said)];
const title = 'What an argument is';
const rename = (name: string) => `update lms.pages set title = $t$${name}$t$ where title like '${title}%'`;
const unreview = 'update chatbot.cited_sentences set reviewed_at = null, reviewed_by = null, review_note = null';

story.afterEach(({ recorded: { lms } }) => lms.execute(`${rename(title)}; ${unreview}`).then(() => undefined));

story('whatever a question, an answer, a title, a comment or a note is written with, each page shows words', async ({
  page,
  chat,
  model,
  signedIn,
  recorded: { lms },
}) => {
  story.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lms.execute(rename(hostile(title)));

  await story.step('the student’s chat, its sources and its list of conversations', async () => {
    model.when(question, ...replies);
    await signedIn('student7@example.org');
    await page.goto('/courses/critical-thinking');
    await expect(page.getByRole('main').getByRole('link', { name: title })).toContainText(shownAsWritten);
    await chat.open();
    const answer = await chat.askToTheEnd(question);
    await expect(chat.questions).toContainText(shownAsWritten);
    await expect(answer).toContainText('So it says.');
    await expectOnlyWords(page);
    await chat.chips(answer).first().click();
    await expect(page.getByRole('dialog')).toContainText(shownAsWritten);
    await expectOnlyWords(page);
    await page.getByRole('link', { name: 'Go to the passage' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(shownAsWritten);
    await expectOnlyWords(page);
  });

  await story.step('the file that is downloaded', async () => {
    const started = page.waitForEvent('download');
    await chat.panel.getByRole('button', { name: 'Download as Markdown' }).click();
    const file = await readFile(await (await started).path(), 'utf8');
    expect(file).toContain('So it says.');
    expect(file).not.toMatch(/(?<!\\)(?:<(?:img|svg|script)|!\[|\]\(javascript)/);
    await chat.panel.getByRole('button', { name: 'Your conversations' }).click();
    await expect(chat.panel.getByRole('listitem').first()).toContainText('What is a hostile argument?');
    await expectOnlyWords(page);
  });

  await story.step('the teacher’s trial, with what was found', async () => {
    model.when(question, ...replies);
    await signedIn('teacher2@example.org');
    const teach = new TeachPages(page, 'critical-thinking');
    await teach.openList();
    await page.getByRole('main').getByRole('link', { name: 'Course guide' }).click();
    await teach.tryQuestion(question);
    const happened = page.getByRole('region', { name: 'What happened' });
    await happened.getByRole('button', { name: /passages? retrieved/ }).click();
    await expect(happened.getByRole('link').first()).toContainText(shownAsWritten);
    await expectOnlyWords(page);
  });

  await story.step('insights, and a conversation that is read', async () => {
    await signedIn('teacher@example.org');
    await page.goto('/teach/databases/insights');
    await expect(page.getByRole('region', { name: 'What students say' })).toContainText(shownAsWritten);
    await expect(page.getByRole('region', { name: 'What the material did not answer' })).toContainText(shownAsWritten);
    await expectOnlyWords(page);
    await page.goto('/teach/databases/conversations');
    await page.getByRole('link', { name: 'When is the exam of this course?' }).first().click();
    await expect(page.getByRole('article', { name: 'You said' })).toContainText(shownAsWritten);
    await expectOnlyWords(page);
  });

  const audit = new AuditPages(page);
  await story.step('the audit’s list and a citation, with a note', async () => {
    await signedIn('admin@example.org');
    await audit.open('show=all');
    await expect(audit.rows.first()).toContainText(shownAsWritten);
    await audit.choose(audit.rows.first());
    // The newest is the teacher's, whose student there is not.
    await expect(audit.part('Question')).toContainText(shownAsWritten);
    await expect(audit.part('Answer, the sentence marked')).toContainText('So it says.');
    await page.getByRole('textbox', { name: 'Note' }).fill(hostile('A note.'));
    await page.getByRole('button', { name: 'Mark reviewed' }).click();
    await expect(audit.pane).toContainText('Reviewed by Ada Admin');
    await expectOnlyWords(page);
  });

  await story.step('its turn, round by round', async () => {
    await page.getByRole('link', { name: 'The whole turn, round by round' }).click();
    await expect(page.getByRole('region', { name: 'Question' })).toContainText(shownAsWritten);
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('So it says.');
    await expect(page.locator('dl')).toContainText(/Student\s*nobody by name/);
    await page.getByRole('button', { name: /passages? found/ }).click();
    await expectOnlyWords(page);
  });
});
