import { type MouseEvent, memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useNavigate } from 'react-router';
import styles from './page-body.module.css';
import { reachWideParts } from './reach-wide-parts';
import { renderFormulas } from './render-formulas';

export interface PageBodyProps {
  html: string;
  ref: Ref<HTMLDivElement>;
  /** Told when this HTML stands with its formulas drawn. */
  onReady: (html: string) => void;
}

/** The text of a page, as the server wrote and sanitised it. */
export const PageBody = memo(function PageBody({ html, ref, onReady }: PageBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useImperativeHandle(ref, () => body.current as HTMLDivElement, []);
  useEffect(() => {
    let current = true;
    const page = body.current;
    if (!page) return;
    void renderFormulas(page).then(() => {
      if (!current) return;
      reachWideParts(page, styles.wide ?? '');
      onReady(html);
    });
    return () => {
      current = false;
    };
  }, [html, onReady]);

  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== window.location.origin || !link.pathname.startsWith('/courses/')) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return <div ref={body} className={styles.body} onClick={onClick} dangerouslySetInnerHTML={{ __html: html }} />;
});
