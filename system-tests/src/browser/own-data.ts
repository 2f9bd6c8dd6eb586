import type { Locator } from '@playwright/test';
import type { Chat } from './chat.ts';

/** What a student can do with what is stored about them, below their conversations. */
export class OwnData {
  readonly part: Locator;
  readonly download: Locator;
  readonly erase: Locator;

  constructor(private readonly chat: Chat) {
    this.part = chat.panel.getByRole('region', { name: 'My data' });
    this.download = this.part.getByRole('button', { name: 'Download my data' });
    this.erase = this.part.getByRole('button', { name: 'Erase my data…' });
  }

  async open(): Promise<void> {
    await this.chat.panel.getByRole('button', { name: 'Your conversations' }).click();
    await this.part.scrollIntoViewIfNeeded();
  }
}
