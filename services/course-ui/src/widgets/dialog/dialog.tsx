import { type ReactNode, useEffect } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Told that it is to be closed: by Esc, or by a press outside of it. */
  onClose: () => void;
  /** `alertdialog` for what has to be decided now. */
  role?: 'dialog' | 'alertdialog';
  /** Takes as much of the window's width as it can use. */
  wide?: boolean;
  children: ReactNode;
  /** Buttons, the safe one first. */
  actions: ReactNode;
}

/** A window over the page. The focus goes into it and back to where it was, or to the page's heading. */
export function Dialog({ title, isOpen, onClose, role = 'dialog', wide = false, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === 'dialog'}
    >
      <Modal className={styles.modal ?? ''} data-wide={wide}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <AfterIt />
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.content}>{children}</div>
          <div className={styles.actions}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What opened it may be gone with what was decided: a row that was deleted. Then one goes on at the page's heading. */
function AfterIt() {
  useEffect(
    () => () => {
      // The focus is given back with the next frame, where that can be.
      const look = () => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(look));
    },
    [],
  );
  return null;
}
