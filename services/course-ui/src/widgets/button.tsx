import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `main`: what one most likely wants next; `danger`: what cannot be undone; `quiet`: beside other things. */
  kind?: 'plain' | 'main' | 'danger' | 'quiet';
}

/** A button of the teachers' and the admins' pages. */
export function Button({ kind = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={styles.button ?? ''} data-kind={kind} />;
}
