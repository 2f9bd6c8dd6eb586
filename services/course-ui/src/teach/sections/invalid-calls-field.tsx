import type { Unhandled } from '@course-chatbot/chat';
import { Choices } from '../../widgets/form/choices';
import { NumberField } from '../../widgets/form/number-field';
import { useEditor, useFaultOf } from '../editor/editor-context';

const policies: Unhandled[] = ['retry', 'skip', 'ignore', 'fail'];

/** What happens when the model calls what it may not use, in words without models and calls. */
export function InvalidCallsField() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const { invalidCalls } = draft.settings;
  return (
    <>
      <Choices
        name="invalidCalls"
        label={text('invalid.title')}
        hint={text('invalid.hint')}
        fault={faultOf('invalidCalls.unhandled')}
        value={invalidCalls.unhandled}
        onChange={(unhandled) => draft.change({ invalidCalls: { ...invalidCalls, unhandled } })}
        choices={policies.map((value) => ({ value, label: text(`invalid.${value}`), about: text(`invalid.${value}.about`) }))}
      />
      {invalidCalls.unhandled === 'retry' && (
        <NumberField
          name="invalidCalls.retries"
          label={text('invalid.retries')}
          unit={text('invalid.times')}
          fault={faultOf('invalidCalls.retries')}
          value={invalidCalls.retries}
          onChange={(retries) => draft.change({ invalidCalls: { ...invalidCalls, retries: retries ?? Number.NaN } })}
        />
      )}
    </>
  );
}
