import { defineConfig } from '@playwright/test';
import { launchOptions } from './src/browser/launch.ts';

/** Not a test: writes the picture of the README. */
export default defineConfig({
  testDir: 'screenshot',
  testMatch: /\.ts$/,
  outputDir: '.results',
  workers: 1,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    launchOptions: launchOptions(),
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  },
});
