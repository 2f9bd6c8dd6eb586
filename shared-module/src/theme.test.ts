import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/theme.css', 'utf8');
const [light = '', dark = ''] = css.split('@media');
const tokens = (part: string) =>
  new Map([...part.matchAll(/--([\w-]+): (#[\da-f]{6})/g)].map(([, name, colour]) => [name, colour]));

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['light', tokens(light)],
  ['dark', tokens(dark)],
])('the colours of the %s theme', (_name, colours) => {
  const texts = [...colours.keys()].filter((name) => /^(text|muted|accent|good|warn|bad|code-\w+)$/.test(name ?? ''));

  test.each(texts)('%s can be read on the page and on its tint', (name) => {
    for (const ground of ['surface', 'tint']) {
      expect(contrast(colours.get(name) ?? '', colours.get(ground) ?? ''), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('there are all of them', () => {
    expect(texts).toHaveLength(11);
  });
});
