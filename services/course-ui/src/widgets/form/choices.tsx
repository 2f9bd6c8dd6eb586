import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup, Text } from 'react-aria-components';
import styles from './choices.module.css';
import { Fault, type FieldProps } from './field';

export interface Choice<T extends string> {
  value: T;
  label: ReactNode;
  /** What changes with it. */
  about?: ReactNode;
}

export interface ChoicesProps<T extends string> extends FieldProps {
  value: T;
  onChange: (value: T) => void;
  choices: Array<Choice<T>>;
  /** Beside each other, where they are short; `all`: beside their label, too. */
  inline?: boolean | 'all';
}

/** One of few, each with what it means. */
export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { name, label, hint, fault, value, onChange, choices, inline = false } = props;
  return (
    <RadioGroup
      className={styles.group ?? ''}
      data-field={name}
      data-inline={inline}
      value={value}
      onChange={(chosen) => onChange(chosen as T)}
      isInvalid={fault !== undefined}
    >
      <Label className={styles.title ?? ''}>{label}</Label>
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className={styles.choice ?? ''}>
            <span className={styles.sign} aria-hidden="true" />
            <span>
              <span className={styles.label}>{choice.label}</span>
              {choice.about && <span className={styles.about}>{choice.about}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <Fault>{fault}</Fault>
    </RadioGroup>
  );
}
