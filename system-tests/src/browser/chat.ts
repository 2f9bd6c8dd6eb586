import { expect, type Locator, type Page } from '@playwright/test';

/** The chat of a course page, by what a student sees of it. */
export class Chat {
  readonly opener: Locator;
  readonly panel: Locator;
  readonly composer: Locator;
  readonly questions: Locator;
  readonly answers: Locator;
  readonly stopButton: Locator;
  readonly sendButton: Locator;
  /** What a screen reader is told. */
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.opener = page.getByRole('button', { name: 'Ask about the course' });
    this.panel = page.getByRole('complementary', { name: /^Chat with / });
    this.composer = this.panel.getByRole('textbox', { name: 'Your question' });
    this.questions = this.panel.getByRole('article', { name: 'You said' });
    this.answers = this.panel.getByRole('article', { name: 'Answer', exact: true });
    this.stopButton = this.panel.getByRole('button', { name: 'Stop the answer' });
    this.status = this.panel.getByRole('status').first();
    this.sendButton = this.panel.getByRole('button', { name: 'Send' });
  }

  /** Opens it, where it is not open from before a reload, and waits until the conversation is there. */
  async open(): Promise<void> {
    await expect(this.opener.or(this.panel)).toBeVisible();
    if (await this.opener.isVisible()) {
      await this.opener.click();
      await expect(this.composer).toBeFocused();
    }
    await expect(this.composer).toBeVisible();
    await expect(this.panel.getByText('Loading the conversation…')).toHaveCount(0);
  }

  /** Sends a question, without waiting for more than that it is on its way. */
  async ask(question: string): Promise<void> {
    const before = await this.questions.count();
    await this.composer.fill(question);
    await this.composer.press('Enter');
    await expect(this.questions).toHaveCount(before + 1);
  }

  /** Sends a question and waits for the end of its answer. */
  async askToTheEnd(question: string): Promise<Locator> {
    const before = await this.answers.count();
    await this.ask(question);
    await expect(this.answers).toHaveCount(before + 1);
    await this.toEnd();
    return this.answers.last();
  }

  /** Waits until nothing is being written. */
  async toEnd(): Promise<void> {
    await expect(this.stopButton).toHaveCount(0);
    await expect(this.answers.last()).toHaveAttribute('aria-busy', 'false');
  }

  /** A sentence that is shown; what only screen readers are told is not meant. */
  sentence(text: string | RegExp): Locator {
    return this.panel.locator('p:not([role=status])', { hasText: text });
  }

  /** The number chips of an answer. */
  chips(answer: Locator): Locator {
    return answer.getByRole('button', { name: /^Source \d+: / });
  }
}
