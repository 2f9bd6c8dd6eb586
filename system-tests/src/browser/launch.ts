import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

// First the one without windows of its own: stories take two thirds of the time in it.
const usualPlaces = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of the system: none is downloaded. */
export function launchOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH || usualPlaces.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: install your system’s package, or set CHROMIUM_PATH');
  return {
    executablePath,
    args: [
      // Tests run as root, too.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
