import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  python,
  r,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
const lowlight = createLowlight(grammars);

/** A piece of code with its role: `keyword`, `string`, `number`, `comment`, … or none. */
export interface CodePiece {
  text: string;
  role: string | null;
}

interface Node {
  type: string;
  value?: string;
  children?: Node[];
  properties?: { className?: unknown };
}

/** The code in pieces, or null when the language has no grammar here. */
export function highlightCode(code: string, language: string): CodePiece[] | null {
  if (!lowlight.registered(language)) return null;
  return pieces(lowlight.highlight(language, code) as Node, null);
}

function pieces(node: Node, role: string | null): CodePiece[] {
  if (node.type === 'text') return [{ text: node.value ?? '', role }];
  const inner = roleOf(node) ?? role;
  return (node.children ?? []).flatMap((child) => pieces(child, inner));
}

function roleOf({ properties }: Node): string | null {
  const [first] = Array.isArray(properties?.className) ? (properties.className as string[]) : [];
  return first?.replace(/^hljs-/, '') ?? null;
}
