import { localeOf, useLanguage } from '@course-chatbot/chat';
import { type ReactNode, useState } from 'react';
import { Input, Label, Text, TextField } from 'react-aria-components';
import { Fault, type FieldProps } from './field';
import styles from './field.module.css';
import { parseNumber, writtenNumber } from './written-number';

export interface NumberFieldProps extends FieldProps {
  /** Null: the field is empty; `NaN`: what stands in it is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  unit?: ReactNode;
  /** Whether it may have a fraction. */
  fraction?: boolean;
  placeholder?: string;
}

/** A field for a number, heard of at each key; on leaving it the number is written as numbers are. */
export function NumberField(props: NumberFieldProps) {
  const { name, label, hint, fault, value, onChange, unit, fraction = false, placeholder } = props;
  const locale = localeOf[useLanguage()];
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    onChange(parseNumber(text, fraction));
  };
  return (
    <TextField
      className={styles.field ?? ''}
      data-field={name}
      value={typed ?? writtenNumber(value, locale)}
      onChange={change}
      onBlur={() => setTyped((text) => (Number.isNaN(value) ? text : null))}
      isInvalid={fault !== undefined}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <span className={styles.withUnit}>
        <Input className={styles.input ?? ''} inputMode={fraction ? 'decimal' : 'numeric'} placeholder={placeholder} />
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Fault>{fault}</Fault>
    </TextField>
  );
}
