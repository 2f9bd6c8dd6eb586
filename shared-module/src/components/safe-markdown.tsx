import type { Root as DrawnRoot } from 'hast';
import type { Root } from 'mdast';
import type { ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import 'katex/dist/katex.min.css';
import type { VFile } from 'vfile';
import { rehypeDirections } from '../direction/rehype-directions';
import { remarkFormulas } from '../formula/remark-formulas';
import { boundedMarkdown } from './bounded-markdown';
import { useFollowing } from './chat-context';
import styles from './answer-text.module.css';

/** Foreign text is hostile: only these elements and attributes get through, and no address but http(s). */
const schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'picture' && name !== 'source'),
    'mark',
  ],
  protocols: { href: ['http', 'https'] },
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display'] as [string, ...(string | RegExp)[]]],
    sup: ['dataCitation', 'dataEnd'],
    mark: ['dataMark'],
  },
};

/** A formula may not blow up the page; one that cannot be drawn is shown as it was written, in the text's colour. */
const katexOptions = { trust: false, maxExpand: 300, maxSize: 20, strict: 'ignore' as const, errorColor: 'currentcolor' };

type Plugins = NonNullable<Options['remarkPlugins']>;
const plugins: Plugins = [remarkGfm, remarkFormulas()];

const ownComponents: Components = {
  a: ({ href, dir, children }) => (
    <FollowedLink href={href} dir={dir}>
      {children}
    </FollowedLink>
  ),
  pre: ({ children, dir }) => (
    <pre tabIndex={0} dir={dir}>
      {children}
    </pre>
  ),
  table: ({ children, dir }) => (
    <div className={styles.wide} dir={dir} tabIndex={0}>
      <table dir={dir}>{children}</table>
    </div>
  ),
  // The empty corner of a table heads nothing.
  th: ({ children, style, dir }) =>
    children ? (
      <th style={style} dir={dir}>
        {children}
      </th>
    ) : (
      <td />
    ),
  // Its headings stand below the page's own.
  h1: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  h2: ({ children, dir }) => <h4 dir={dir}>{children}</h4>,
  h3: ({ children, dir }) => <h5 dir={dir}>{children}</h5>,
  h4: ({ children, dir }) => <h6 dir={dir}>{children}</h6>,
  h5: ({ children, dir }) => <h6 dir={dir}>{children}</h6>,
};

interface FollowedLinkProps {
  href?: string | undefined;
  dir?: string | undefined;
  children: ReactNode;
}

function FollowedLink({ href = '', dir, children }: FollowedLinkProps) {
  const following = useFollowing();
  // An address that was not let through leaves its words.
  if (href === '') return <span dir={dir}>{children}</span>;
  const here = (href.startsWith('/') && !href.startsWith('//')) || href.startsWith('#');
  if (!here) {
    return (
      <a href={href} dir={dir} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  return (
    <a href={href} dir={dir} rel="noopener" onClick={(event) => following(event, href)}>
      {children}
    </a>
  );
}

export interface SafeMarkdownProps {
  /** The Markdown source, whoever wrote it. */
  text: string;
  /** Whether more of it is to come. */
  unfinished?: boolean;
  /** Works on the parsed text before it is drawn. */
  remarkPlugin?: () => (tree: Root, file: VFile) => void;
  /** Works on what is about to be drawn, before formulas are. */
  rehypePlugin?: () => (tree: DrawnRoot) => void;
  /** Drawn in another way than usual. */
  components?: Components;
}

/** Markdown of models and course pages, with formulas, tables and code; no script, picture or foreign scheme. */
export function SafeMarkdown({ text, unfinished = false, remarkPlugin, rehypePlugin, components }: SafeMarkdownProps) {
  const reading: Plugins = unfinished ? [remarkGfm, remarkFormulas(text.length)] : plugins;
  return (
    <Markdown
      remarkPlugins={remarkPlugin ? [...reading, remarkPlugin] : reading}
      rehypePlugins={[
        [rehypeSanitize, schema],
        ...(rehypePlugin ? [rehypePlugin] : []),
        // After it: a plugin finds its places in the text as it was written.
        rehypeDirections,
        [rehypeKatex, katexOptions],
      ]}
      components={components ? { ...ownComponents, ...components } : ownComponents}
    >
      {boundedMarkdown(text)}
    </Markdown>
  );
}
