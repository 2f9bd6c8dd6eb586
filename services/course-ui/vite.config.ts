import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** KaTeX names each font in three formats; every browser that runs this page reads the first. */
function onlyWoff2(): Plugin {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform: (code, id) =>
      /katex.*\.css$/.test(id) ? code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, '') : undefined,
  };
}

export default defineConfig({
  plugins: [onlyWoff2(), react()],
  // The chat is linked from its own folder, where it has these for its tests: one copy only may run.
  resolve: { dedupe: ['react', 'react-dom', 'react-aria-components', 'katex'] },
  // Nothing is inlined: the content security policy allows fonts and scripts from the server itself only.
  build: { assetsInlineLimit: 0, target: 'es2022' },
  server: { proxy: { '/api': process.env.LMS_URL ?? 'http://127.0.0.1:8080' } },
  test: { environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], setupFiles: ['src/test-setup.ts'] },
});
