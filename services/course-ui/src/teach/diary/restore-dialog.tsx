import { ConfirmDialog } from '../../widgets/dialog/confirm-dialog';
import { Notice } from '../../widgets/notice';
import { useRestoreVersion } from '../api/manage-queries';
import { useEditor } from '../editor/editor-context';

export interface RestoreDialogProps {
  version: number;
  /** Told which version is in force now. */
  onRestored: (version: number) => void;
  onClose: () => void;
}

/** Asks before an older version is put in force again. */
export function RestoreDialog({ version, onRestored, onClose }: RestoreDialogProps) {
  const { draft, words } = useEditor();
  const { text } = words;
  const restore = useRestoreVersion(draft.base);
  return (
    <ConfirmDialog
      title={text('diary.restoreTitle', { version })}
      action={text('diary.restore')}
      isOpen
      isPending={restore.isPending}
      onConfirm={() =>
        restore.mutate(version, {
          onSuccess: (chatbot) => {
            draft.rebase(chatbot);
            onRestored(chatbot.version);
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <p>{text('diary.restoreAbout')}</p>
      {draft.changes.length > 0 && <Notice kind="warn">{text('diary.restoreUnsaved')}</Notice>}
      {restore.isError && (
        <div role="alert">
          <Notice kind="bad">{text('teach.failed')}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
