import { defineConfig } from '@playwright/test';
import { launchOptions } from './src/browser/launch.ts';

/** Stories that only a phone has; those of both sizes are named in the phone's project, too. */
const onlyPhone = /phone\.spec\.ts/;
/** Stories of a server that has seen twelve weeks, on both sizes. */
const recorded = /(audit-.*|finnish-(admin|teacher)|hostile|insights|keyboard-(admin|insights))\.spec\.ts/;

export default defineConfig({
  testDir: 'stories',
  outputDir: '.results',
  // Each has servers of its own.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A story that passes only now and then is a fault, not luck.
  retries: 0,
  timeout: 60_000,
  globalTimeout: 25 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: launchOptions(),
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
    // To record every step takes as long as the steps.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // To fill such a server takes a while: one is enough, while the other worker does the rest.
    { name: 'recorded', testMatch: recorded, workers: 1, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'desktop', testIgnore: [onlyPhone, recorded], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testMatch: [onlyPhone, /(accessibility|asked|conversations|disclaimer|feedback|limits|verdicts|teach-.*)\.spec\.ts/],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
