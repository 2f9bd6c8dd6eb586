import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useId } from 'react';
import { Button } from '../../widgets/button';
import { Dialog } from '../../widgets/dialog/dialog';
import { Progress } from '../../widgets/progress';
import type { Wish } from '../api/audit-api';
import { useCitationCount } from '../api/audit-queries';
import { countWords } from '../citations/count-words';
import { useAuditText } from '../language/audit-text';
import { useExport } from './use-export';

export interface ExportDialogProps {
  isOpen: boolean;
  wish: Wish;
  onClose: () => void;
}

/** The list as a file for spreadsheets: says how many rows before it begins, and how far it is. */
export function ExportDialog({ isOpen, wish, onClose }: ExportDialogProps) {
  const text = useAuditText();
  const locale = localeOf[useLanguage()];
  const { data: count } = useCitationCount(wish);
  const { state, start, cancel, reset } = useExport(wish);
  const running = state.kind === 'running';
  const empty = count?.count === 0;
  const whyEmpty = useId();
  const close = () => {
    cancel();
    reset();
    onClose();
  };
  const number = (rows: number) => rows.toLocaleString(locale);
  return (
    <Dialog
      title={text('export.title')}
      isOpen={isOpen}
      // What runs is ended by its button, not by a press beside the window.
      onClose={running ? () => undefined : close}
      actions={
        state.kind === 'done' ? (
          <Button autoFocus onPress={close}>
            {text('export.close')}
          </Button>
        ) : (
          <>
            <Button onPress={close}>{text('export.cancel')}</Button>
            <Button
              kind="main"
              isPending={running}
              isDisabled={empty}
              aria-describedby={empty ? whyEmpty : undefined}
              onPress={() => void start()}
            >
              {text(state.kind === 'failed' ? 'export.again' : 'export.begin')}
            </Button>
          </>
        )
      }
    >
      <p>{count ? text('export.about', { count: countWords(text, count, locale) }) : text('export.counting')}</p>
      {empty && <p id={whyEmpty}>{text('export.nothing')}</p>}
      {running && (
        <Progress
          label={text('export.progress')}
          done={count ? Math.min(state.rows, count.count) : 0}
          total={count?.count ?? 1}
          words={text('export.rows', { rows: number(state.rows) })}
        />
      )}
      <div role="status">
        {state.kind === 'done' && <p>{text('export.done', { rows: number(state.rows) })}</p>}
        {state.kind === 'failed' && <p>{text('export.failed')}</p>}
      </div>
    </Dialog>
  );
}
