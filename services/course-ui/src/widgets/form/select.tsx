import { Button, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue, Text } from 'react-aria-components';
import { Fault, type FieldProps } from './field';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

export interface SelectProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: Array<{ value: string; label: string; about?: string | undefined }>;
}

/** One of many. */
export function Select({ name, label, hint, fault, value, onChange, options }: SelectProps) {
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      data-field={name}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={fault !== undefined}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''}>{({ selectedText }) => selectedText}</SelectValue>
        <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
          <path d="M2 4l4 4 4-4" />
        </svg>
      </Button>
      {hint && (
        <Text slot="description" className={fieldStyles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Fault>{fault}</Fault>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={styles.option ?? ''}>
              <Text slot="label">{option.label}</Text>
              {option.about && (
                <Text slot="description" className={styles.about ?? ''}>
                  {option.about}
                </Text>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
