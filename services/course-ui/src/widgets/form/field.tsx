import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { Unseen } from '../unseen';
import styles from './field.module.css';

/** What every field has. */
export interface FieldProps {
  /** Under which it is found on the page: `goToField` turns to it. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with what stands in it. */
  fault?: string | undefined;
}

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Lines; more than one makes it a field for longer texts. */
  rows?: number;
  /** Stands at the end of the label: the text's length, say. */
  aside?: ReactNode;
  placeholder?: string;
  /** For texts that are no language: patterns. */
  code?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  /** Where what stands around it says what it is. */
  labelUnseen?: boolean;
}

/** A field for words. */
export function Field({ name, label, hint, fault, aside, value, onChange, rows = 1, ...rest }: TextFieldProps) {
  const { placeholder, code = false, isDisabled = false, autoFocus = false, labelUnseen = false } = rest;
  const shared = { className: styles.input ?? '', placeholder, 'data-code': code, dir: 'auto' as const };
  return (
    <TextField
      className={styles.field ?? ''}
      data-field={name}
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      spellCheck={code ? 'false' : undefined}
    >
      <span className={styles.top}>
        <Label className={styles.label ?? ''}>{labelUnseen ? <Unseen>{label}</Unseen> : label}</Label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </span>
      {rows > 1 ? <TextArea {...shared} rows={rows} /> : <Input {...shared} />}
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Fault>{fault}</Fault>
    </TextField>
  );
}

/** What is wrong, tied to its field by the widget around it. */
export function Fault({ children }: { children: string | undefined }) {
  return <FieldError className={styles.fault ?? ''}>{children}</FieldError>;
}

/** Turns to a field: the one with this name, or the nearest around it (`limits` of `limits.turnSeconds`). */
export function goToField(name: string): void {
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const field = document.querySelector(`[data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`);
    const target = field?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]');
    if (target) {
      target.focus();
      return;
    }
  }
}
