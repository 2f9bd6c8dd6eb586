import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../widgets/dialog/confirm-dialog';
import { fieldNames } from '../settings/setting-words';
import { useEditor } from './editor-context';

/** Asks before what is not saved is left behind: by a link, the browser's buttons, or closing the tab. */
export function LeaveGuard() {
  const { course, draft, words } = useEditor();
  const { text, locale } = words;
  const dirty = draft.changes.length > 0;
  const home = `/teach/${course.slug}/${draft.base.id}`;
  const blocker = useBlocker(({ nextLocation: { pathname } }) => dirty && !isInside(pathname, home));
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  const fields = fieldNames(text, locale, draft.changes.map(({ field }) => field));
  return (
    <ConfirmDialog
      title={text('leave.title')}
      action={text('leave.leave')}
      cancel={text('leave.stay')}
      danger
      isOpen={blocker.state === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{text('leave.about', { fields })}</p>
    </ConfirmDialog>
  );
}

function isInside(pathname: string, home: string): boolean {
  return pathname === home || pathname.startsWith(`${home}/`);
}
