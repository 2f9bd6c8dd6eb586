import { Input, Label, Text, TextField } from 'react-aria-components';
import { Fault } from '../../widgets/form/field';
import styles from '../../widgets/form/field.module.css';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { fieldLabel } from '../settings/setting-words';
import { instantOf, wallTimeOf } from './wall-time';

export interface DateFieldProps {
  name: 'opensAt' | 'closesAt';
  hint: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A moment on the clocks of the course. */
export function DateField({ name, hint, value, onChange }: DateFieldProps) {
  const { words } = useEditor();
  const faultOf = useFaultOf();
  const { zone } = words;
  const fault = faultOf(name);
  return (
    <TextField
      className={styles.field ?? ''}
      data-field={name}
      value={wallTimeOf(value, zone)}
      onChange={(typed) => onChange(instantOf(typed, zone))}
      type="datetime-local"
      isInvalid={fault !== undefined}
    >
      <Label className={styles.label ?? ''}>{fieldLabel(words.text, name)}</Label>
      <span className={styles.withUnit}>
        <Input className={styles.input ?? ''} />
        <span className={styles.unit}>{words.text('publish.zone', { zone })}</span>
      </span>
      <Text slot="description" className={styles.hint ?? ''}>
        {hint}
      </Text>
      <Fault>{fault}</Fault>
    </TextField>
  );
}
