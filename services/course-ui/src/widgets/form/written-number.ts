/** A number as somebody types it: spaces and separators of thousands are fine. Null when there is none. */
export function parseNumber(text: string, fraction = false): number | null {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '');
  if (bare === '') return null;
  if (fraction) return /^\d*[.,]?\d+$/.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
  const whole = bare.replace(/[.,](?=\d{3}(\D|$))/g, '');
  return /^\d+$/.test(whole) ? Number(whole) : Number.NaN;
}

/** A number as it is read in a language; nothing when there is none. */
export function writtenNumber(value: number | null, locale: string): string {
  if (value === null || Number.isNaN(value)) return '';
  return value.toLocaleString(locale, { maximumFractionDigits: 6 });
}
