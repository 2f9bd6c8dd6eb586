type Catalogue = Readonly<Record<string, string>>;

/**
 * What is wrong with the message files, for tests: keys or `{values}` that a language lacks, and keys that
 * no source uses. `text(\`tool.search.${state}\`)` uses every key that begins so.
 */
export function catalogueFaults(catalogues: Record<string, Catalogue>, sources: string[]): string[] {
  const [first, ...others] = Object.entries(catalogues);
  if (!first) return [];
  const faults = others.flatMap(([language, catalogue]) => differences(first[1], catalogue, language));
  return [...faults, ...unused(first[1], sources)];
}

function differences(reference: Catalogue, catalogue: Catalogue, language: string): string[] {
  const keys = new Set([...Object.keys(reference), ...Object.keys(catalogue)]);
  return [...keys].flatMap((key) => {
    const [theirs, ours] = [reference[key], catalogue[key]];
    if (ours === undefined) return [`${language} lacks ${key}`];
    if (theirs === undefined) return [`only ${language} has ${key}`];
    return valuesOf(theirs) === valuesOf(ours) ? [] : [`${language} fills in other values in ${key}`];
  });
}

function valuesOf(template: string): string {
  return [...new Set(template.match(/\{\w+\}/g))].sort().join();
}

function unused(catalogue: Catalogue, sources: string[]): string[] {
  const source = sources.join('\n');
  const begun = [...source.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map((match) => match[1] ?? '');
  return Object.keys(catalogue)
    .map((key) => key.replace(/_(one|other)$/, ''))
    .filter((key) => !source.includes(`'${key}'`) && !begun.some((beginning) => key.startsWith(beginning)))
    .map((key) => `nothing uses ${key}`);
}
