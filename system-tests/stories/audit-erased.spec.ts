import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { OwnData } from '../src/browser/own-data.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { tabTo } from '../src/browser/tab-to.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';
import { quarrel } from '../src/recorded/asked.ts';
import { citing } from '../src/recorded/topics.ts';

const question = 'Tell me in confidence: what is an argument?';
const [search = [], answer = []] = citing(quarrel, quarrel.sentences.misquoted);

onBothSizes((size) => {
  story('a student takes their data along and has it erased; admins see how it was judged, and no word of it', async ({
    page,
    chat,
    model,
    signedIn,
    recorded: { lms },
  }) => {
    story.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    model.when(question, search, answer);
    const own = new OwnData(chat);

    await story.step('asks, and finds “My data” below the conversations', async () => {
      await signedIn('student7@example.org');
      await page.goto('/courses/critical-thinking');
      await chat.open();
      await chat.askToTheEnd(question);
      await own.open();
      await expectNoOverflow(page);
      await takePicture(page, 'own-data');
      await expectAccessible(page, 'my data');
    });

    await story.step('takes it along as a file', async () => {
      const started = page.waitForEvent('download');
      await own.download.click();
      const download = await started;
      await expect(own.part.getByText('Your data was downloaded.')).toBeVisible();
      expect(download.suggestedFilename()).toBe('chatbot-data.json');
      const file = await readFile(await download.path(), 'utf8');
      expect(JSON.parse(file), 'it is JSON').toBeTruthy();
      for (const words of [question, 'an argument is a quarrel in everyday life', 'course_material_search']) expect(file).toContain(words);
      for (const words of ['Ben Bennett', 'What is a primary key']) expect(file, 'nothing of others').not.toContain(words);
    });

    await story.step('is asked before it is erased; Esc leaves everything as it is', async () => {
      await own.erase.focus();
      await page.keyboard.press('Enter');
      await expect(own.part.getByRole('button', { name: 'Keep my data' })).toBeFocused();
      await expect(own.part).toContainText('Which pages answers cited and how that was checked stays');
      await expectNoOverflow(page);
      await takePicture(page, 'own-data-sure');
      await expectAccessible(page, 'erasing');
      await page.keyboard.press('Escape');
      await expect(own.erase).toBeFocused();
      if (size === 'desktop') await expectVisibleFocus(page);
    });

    await story.step('has it erased', async () => {
      const everything = own.part.getByRole('button', { name: 'Erase everything' });
      if (size === 'desktop') {
        await page.keyboard.press('Enter');
        await expect(own.part.getByRole('button', { name: 'Keep my data' })).toBeFocused();
        await tabTo(page, everything);
        await page.keyboard.press('Enter');
      } else {
        await own.erase.tap();
        await everything.tap();
      }
      await expect(own.part.getByText('Your data was erased.')).toBeVisible();
      if (size === 'desktop') await expect(own.erase).toBeFocused();
      await expect(chat.panel.getByText('You have no conversations yet.')).toBeVisible();
      await takePicture(page, 'own-data-erased');
      await page.reload();
      await chat.open();
      await expect(chat.questions).toHaveCount(0);
      expect(await lms.execute(`select count(*) from chatbot.messages where parts::text like '%in confidence%'`)).toBe('0');
    });

    const audit = new AuditPages(page);
    await story.step('an admin still sees what was cited and how it was judged', async () => {
      await signedIn('admin@example.org');
      await audit.open('show=all&verdict=misquoted');
      const row = audit.rows.first();
      await expect(row.locator('[data-column=sentence]')).toHaveText('erased');
      await expect(row).toContainText('What an argument is');
      await audit.choose(row);
      await expect(audit.pane).toContainText('A quotation of the sentence is in none of the passages that it cites.');
      await expect(audit.pane, 'the passage as it was').toContainText(quarrel.words);
      await expect(audit.pane.getByText("Its arguments were erased with the student's data.")).toBeVisible();
      await expect(audit.pane).toContainText('may read the material (course) held');
    });

    await story.step('and neither question nor answer nor who it was', async () => {
      await expect(audit.part('Question')).toContainText("Erased with the student's data.");
      await expect(audit.part('Answer')).toContainText("Erased with the student's data.");
      await expect(audit.pane).not.toContainText(/in confidence|quarrel in everyday|Emil/);
      await expectNoOverflow(page);
      await takePicture(page, 'audit-erased');
      await expectAccessible(page, 'an erased citation');
      await page.getByRole('link', { name: 'The whole turn, round by round' }).click();
      await expect(page.getByText("Its arguments were erased with the student's data.")).toBeVisible();
      await expect(page.locator('dl')).toContainText(/Student\s*erased/);
      await expect(page.getByRole('main')).not.toContainText(/in confidence|quarrel in everyday|Emil/);
      await takePicture(page, 'audit-erased-turn');
      await expectAccessible(page, 'an erased turn');
    });
  });
});
