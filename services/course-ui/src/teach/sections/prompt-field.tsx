import { useState } from 'react';
import { Button } from '../../widgets/button';
import { ConfirmDialog } from '../../widgets/dialog/confirm-dialog';
import { Field } from '../../widgets/form/field';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { type TemplateName, templateNames, templateText } from '../settings/templates';
import styles from './section.module.css';

/** What a prompt can name; the server fills it in. Nothing about the student is among it. */
const variables = ['course', 'chatbot', 'language', 'today'] as const;
const rows = 8;

/** The instructions, with what they can name and texts to begin from. */
export function PromptField() {
  const { course, draft, words } = useEditor();
  const { text, locale } = words;
  const faultOf = useFaultOf();
  const [replacing, setReplacing] = useState<TemplateName | null>(null);
  const { prompt } = draft.settings;
  const set = (changed: string) => draft.change({ prompt: changed });
  const begin = (name: TemplateName) => set(templateText(name, course.language));
  const insert = (name: string) => set(prompt === '' || /\s$/.test(prompt) ? `${prompt}{${name}}` : `${prompt} {${name}}`);
  const characters = [...prompt].length;
  return (
    <div>
      <Field
        name="prompt"
        label={text('field.prompt')}
        aside={text('answers.length', { count: characters }).replace(/^\d+/, characters.toLocaleString(locale))}
        hint={text('answers.promptHint')}
        fault={faultOf('prompt')}
        rows={rows}
        value={prompt}
        onChange={set}
      />
      <div className={styles.variables}>
        <span>{text('answers.variables')}</span>
        {variables.map((name) => (
          <Button
            key={name}
            kind="quiet"
            aria-label={text('variable.insert', { name, about: text(`variable.${name}`) })}
            onPress={() => insert(name)}
          >
            <code>{`{${name}}`}</code>
          </Button>
        ))}
      </div>
      <div className={styles.variables}>
        <span>{text('template.title')}:</span>
        {templateNames
          .filter((name) => name !== 'empty')
          .map((name) => (
            <Button key={name} kind="quiet" onPress={() => (prompt.trim() === '' ? begin(name) : setReplacing(name))}>
              {text(`template.${name}`)}
            </Button>
          ))}
      </div>
      <ConfirmDialog
        title={text('template.replaceTitle')}
        action={text('template.replace')}
        isOpen={replacing !== null}
        onConfirm={() => {
          if (replacing) begin(replacing);
          setReplacing(null);
        }}
        onCancel={() => setReplacing(null)}
      >
        <p>{replacing && text('template.replaceAbout', { name: text(`template.${replacing}`) })}</p>
      </ConfirmDialog>
    </div>
  );
}
