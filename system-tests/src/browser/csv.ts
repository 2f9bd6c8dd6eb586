/** The rows of a CSV (RFC 4180) as objects by its heading; the mark of UTF-8 in front belongs to none. */
export function csvRows(text: string): Array<Record<string, string>> {
  const [heading = [], ...rows] = records(text.replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])));
}

function records(text: string): string[][] {
  const found: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && record.length === 0) break;
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    found.push(record);
    record = [];
  }
  return found;
}
