const millionthsOfOne = 1_000_000;

/** An amount that is given in millionths of a currency. What is less than its smallest coin is not told as nothing. */
export function moneyWords(millionths: number, currency: string, locale: string): string {
  const amount = millionths / millionthsOfOne;
  const usual = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const smallestCoin = 10 ** -(usual.resolvedOptions().maximumFractionDigits ?? 0);
  if (amount === 0 || amount >= smallestCoin) return usual.format(amount);
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumSignificantDigits: 1 }).format(amount);
}
