import { expect, type Locator, type Page } from '@playwright/test';

/** The admins' list of citations, by what an admin sees of it. */
export class AuditPages {
  readonly grid: Locator;
  readonly rows: Locator;
  readonly sentences: Locator;
  readonly opened: Locator;
  readonly pane: Locator;
  readonly count: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid', { name: 'Citations, newest first' });
    this.rows = this.grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
    this.sentences = this.rows.locator('[data-column=sentence]');
    this.opened = page.getByRole('row', { selected: true });
    this.pane = page.getByRole('region', { name: 'The citation' });
    this.count = page.getByRole('status').filter({ hasText: /citations?$/ });
  }

  /** Opens the list as an address filters it. */
  async open(filter = ''): Promise<void> {
    await this.page.goto(`/audit${filter && `?${filter}`}`);
    await expect(this.rows.first()).toBeVisible();
  }

  /** Opens a row and waits for all that is known of it. */
  async choose(row: Locator): Promise<void> {
    await row.click();
    await this.loaded();
  }

  async loaded(): Promise<void> {
    await expect(this.pane.getByRole('heading', { name: 'Configuration' })).toBeVisible();
  }

  /** A filter by what it says now. */
  filter(words: string): Locator {
    return this.page.getByRole('group', { name: 'What is shown' }).getByRole('button', { name: words, exact: true });
  }

  /** A part of the open citation by its heading. */
  part(title: string | RegExp): Locator {
    return this.pane.locator('section').filter({ has: this.page.getByRole('heading', { name: title }) }).last();
  }
}
