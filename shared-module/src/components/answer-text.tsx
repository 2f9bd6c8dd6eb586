import { memo, type ReactNode, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import 'katex/dist/katex.min.css';
import type { CitationPoint } from '../citation/citation-points';
import { remarkCitations } from '../citation/place-citations';
import { guessLanguage } from '../language/guess-language';
import { useFollowing } from './chat-context';
import styles from './answer-text.module.css';
import { CitationChip } from './citation-chip';
import { CodeBlock } from './code-block';

/** A model's text is hostile: only these elements and attributes get through, and no address but http(s). */
const schema = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img' && name !== 'picture' && name !== 'source'),
  protocols: { href: ['http', 'https'] },
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display'] as [string, ...(string | RegExp)[]]],
    sup: ['dataCitation'],
  },
};

/** KaTeX limits: a formula may not blow up the page. */
const katexLimits = { trust: false, maxExpand: 300, maxSize: 20, strict: 'ignore' as const };

const components: Components = {
  a: ({ href, children }) => <AnswerLink href={href}>{children}</AnswerLink>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className={styles.wide} dir="auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // The empty corner of a table heads nothing.
  th: ({ children, style }) => (children ? <th style={style}>{children}</th> : <td />),
  // Each block is read in the direction of its own words.
  p: ({ children }) => <p dir="auto">{children}</p>,
  ul: ({ children, className }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  // An answer's headings stand below the page's own.
  h1: ({ children }) => <h3 dir="auto">{children}</h3>,
  h2: ({ children }) => <h4 dir="auto">{children}</h4>,
  h3: ({ children }) => <h5 dir="auto">{children}</h5>,
  h4: ({ children }) => <h6 dir="auto">{children}</h6>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  sup: ({ children, node }) => {
    const number = node?.properties.dataCitation;
    return number === undefined ? <sup>{children}</sup> : <CitationChip number={Number(number)} />;
  },
};

function AnswerLink({ href = '', children }: { href?: string | undefined; children: ReactNode }) {
  const following = useFollowing();
  // An address that was not let through leaves its words.
  if (href === '') return <span>{children}</span>;
  const here = (href.startsWith('/') && !href.startsWith('//')) || href.startsWith('#');
  if (!here) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  return (
    <a href={href} rel="noopener" onClick={(event) => following(event, href)}>
      {children}
    </a>
  );
}

export interface AnswerTextProps {
  /** The Markdown source. */
  text: string;
  points: CitationPoint[];
}

/** A text part of an answer, with its citation numbers. */
export const AnswerText = memo(function AnswerText({ text, points }: AnswerTextProps) {
  const remarkPlugins = useMemo(() => [remarkGfm, remarkMath, () => remarkCitations(points)], [points]);
  return (
    <div className={styles.answerText} lang={guessLanguage(text)}>
      <Markdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={[
          [rehypeSanitize, schema],
          [rehypeKatex, katexLimits],
        ]}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  );
}, sameText);

function sameText(before: AnswerTextProps, after: AnswerTextProps): boolean {
  return before.text === after.text && JSON.stringify(before.points) === JSON.stringify(after.points);
}
