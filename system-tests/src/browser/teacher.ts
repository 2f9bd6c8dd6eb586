import { expect, type Locator, type Page } from '@playwright/test';

/** The teachers' pages of a course, by what a teacher sees of them. */
export class TeachPages {
  readonly save: Locator;
  readonly bar: Locator;
  readonly name: Locator;
  readonly dialog: Locator;
  readonly question: Locator;

  constructor(
    readonly page: Page,
    readonly slug = 'databases',
  ) {
    this.bar = page.getByRole('region', { name: 'Unsaved changes' });
    this.save = this.bar.getByRole('button', { name: 'Save', exact: true });
    this.name = page.getByLabel('Name', { exact: true });
    this.dialog = page.getByRole('alertdialog');
    this.question = page.getByRole('textbox', { name: 'Your question' });
  }

  async openList(): Promise<void> {
    await this.page.goto(`/teach/${this.slug}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Chatbots' })).toBeVisible();
  }

  /** Makes a chatbot of its own for a story, and stays in its form. */
  async makeChatbot(name: string): Promise<void> {
    await this.openList();
    await this.page.getByRole('button', { name: 'New chatbot' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New chatbot' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.question).toBeVisible();
  }

  switchOf(name: string): Locator {
    return this.page.getByRole('switch', { name });
  }

  /** Asks the chatbot as it stands in the form. */
  async tryQuestion(question: string): Promise<Locator> {
    await this.question.fill(question);
    await this.question.press('Enter');
    const answer = this.page.getByRole('article', { name: 'Answer', exact: true }).last();
    await expect(answer).toHaveAttribute('aria-busy', 'false');
    return answer;
  }

  async saveNow(): Promise<void> {
    await this.save.click();
    await expect(this.bar.getByRole('status')).toHaveText(/^Saved as version \d+\.$/);
  }
}
