import type { ToolChoice } from '@course-chatbot/chat';
import { Choices } from '../../widgets/form/choices';
import { Select } from '../../widgets/form/select';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { toolName } from '../settings/setting-words';

const kinds = ['auto', 'required', 'tool', 'none'] as const;
type Kind = (typeof kinds)[number];

/** When it looks things up. */
export function ToolChoiceField() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const { toolChoice, allowedTools } = draft.settings;
  const forced = typeof toolChoice === 'object' ? toolChoice.toolName : null;
  const kind: Kind = typeof toolChoice === 'object' ? 'tool' : toolChoice;
  const set = (choice: ToolChoice) => draft.change({ toolChoice: choice });
  // The one that is chosen is offered even when it is switched off: the fault says so.
  const offered = [...new Set([...allowedTools, ...(forced === null ? [] : [forced])])];
  return (
    <>
      <Choices
        name="toolChoice"
        label={text('field.toolChoice')}
        fault={faultOf('toolChoice')}
        value={kind}
        onChange={(chosen) => set(chosen === 'tool' ? { type: 'tool', toolName: allowedTools[0] ?? '' } : chosen)}
        choices={kinds.map((value) => ({ value, label: text(`choice.${value}`), about: text(`choice.${value}.about`) }))}
      />
      {forced !== null && offered.length > 0 && (
        <Select
          name="toolChoice.toolName"
          label={text('choice.which')}
          value={forced}
          onChange={(name) => set({ type: 'tool', toolName: name })}
          options={offered.map((name) => ({ value: name, label: toolName(words, name) }))}
        />
      )}
    </>
  );
}
