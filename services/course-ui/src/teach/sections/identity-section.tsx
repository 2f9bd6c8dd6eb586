import { Field } from '../../widgets/form/field';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { Section } from './section';
import { SuggestedQuestions } from './suggested-questions';

/** Its name, its greeting, and what must be accepted first. */
export function IdentitySection() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const { settings, change } = draft;
  return (
    <Section title={text('identity.title')} lead={text('identity.lead')}>
      <Field
        name="name"
        label={text('field.name')}
        hint={text('identity.nameHint')}
        fault={faultOf('name')}
        value={settings.name}
        onChange={(name) => change({ name })}
      />
      <Field
        name="initialMessage"
        label={text('field.initialMessage')}
        hint={text('identity.greetingHint')}
        fault={faultOf('initialMessage')}
        rows={2}
        value={settings.initialMessage ?? ''}
        onChange={(words) => change({ initialMessage: words || null })}
      />
      <SuggestedQuestions />
      <Field
        name="disclaimer"
        label={text('field.disclaimer')}
        hint={text('identity.disclaimerHint')}
        fault={faultOf('disclaimer')}
        rows={3}
        value={settings.disclaimer ?? ''}
        onChange={(words) => change({ disclaimer: words || null })}
      />
    </Section>
  );
}
