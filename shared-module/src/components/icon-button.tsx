import type { ReactNode } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './icon-button.module.css';

export interface IconButtonProps {
  /** What it does: its name for screen readers and its tooltip. */
  label: string;
  isDisabled?: boolean;
  className?: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

/** A button that shows an icon only. */
export function IconButton({ label, isDisabled = false, className = '', onPress, children }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <Button className={`${styles.button} ${className}`} aria-label={label} isDisabled={isDisabled} onPress={onPress}>
        {children}
      </Button>
      <Tooltip className={styles.tooltip ?? ''} placement="bottom" offset={4}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
