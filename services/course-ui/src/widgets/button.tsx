import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'isPending'> {
  /** `main`: what one most likely wants next; `danger`: what cannot be undone; `quiet`: beside other things. */
  kind?: 'plain' | 'main' | 'danger' | 'quiet';
  /** Whether what it began is going on: it keeps the focus and does nothing more. */
  isPending?: boolean;
  /** Whether there is nothing for it to do now: unlike one that is disabled it keeps the focus. */
  isResting?: boolean;
}

/** A button of the teachers' and the admins' pages. */
export function Button({ kind = 'plain', isPending = false, isResting = false, onPress, type, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      // The widget's own pending state leaves an image without a name behind in the page.
      aria-disabled={isPending || isResting || undefined}
      type={isPending ? 'button' : type}
      onPress={(event) => {
        if (!isPending && !isResting) onPress?.(event);
      }}
      className={styles.button ?? ''}
      data-kind={kind}
      data-pending={isPending}
      data-resting={isResting}
    />
  );
}
