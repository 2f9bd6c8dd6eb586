import type { ReactNode } from 'react';
import { usePageText } from '../../language/page-text';
import { Button } from '../button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** The verb of what is asked for. */
  action: string;
  /** The verb of leaving things as they are; "Cancel" by default. */
  cancel?: string;
  danger?: boolean;
  isOpen: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is done; the safe button is first in focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, cancel, danger = false, isOpen, isPending = false, onConfirm, onCancel } = props;
  const text = usePageText();
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={onCancel}>
            {cancel ?? text('widget.cancel')}
          </Button>
          <Button kind={danger ? 'danger' : 'main'} isPending={isPending} onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
