import type { CitationPolicy, TeachingStyle } from '@course-chatbot/chat';
import { Choices } from '../../widgets/form/choices';
import { Field } from '../../widgets/form/field';
import { SwitchRow } from '../../widgets/form/switch-row';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { InvalidCallsField } from './invalid-calls-field';
import { LanguagesField } from './languages-field';
import { PromptField } from './prompt-field';
import { Section } from './section';
import { ToolChoiceField } from './tool-choice-field';

const styles: TeachingStyle[] = ['direct', 'hints_first', 'no_solutions'];
const policies: CitationPolicy[] = ['off', 'annotate', 'enforce'];

/** How it teaches, how strictly it names its sources, in which languages, by which instructions. */
export function AnswersSection() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const { settings, change } = draft;
  return (
    <Section title={text('answers.title')} lead={text('answers.lead')}>
      <Choices
        name="style"
        label={text('field.style')}
        value={settings.style}
        onChange={(style) => change({ style })}
        choices={styles.map((value) => ({ value, label: text(`style.${value}`), about: text(`style.${value}.about`) }))}
      />
      <Choices
        name="citationPolicy"
        label={text('field.citationPolicy')}
        value={settings.citationPolicy}
        onChange={(citationPolicy) => change({ citationPolicy })}
        choices={policies.map((value) => ({
          value,
          label: text(`citations.${value}`),
          about: text(`citations.${value}.about`),
        }))}
      />
      <LanguagesField />
      <ToolChoiceField />
      <PromptField />
      <SwitchRow
        name="nextQuestions"
        label={text('answers.nextQuestions')}
        isSelected={settings.nextQuestions}
        onChange={(nextQuestions) => change({ nextQuestions })}
      >
        <p>{text('answers.nextQuestionsAbout')}</p>
      </SwitchRow>
      <InvalidCallsField />
      <Field
        name="answerPattern"
        label={text('field.answerPattern')}
        hint={text('answers.patternHint')}
        fault={faultOf('answerPattern')}
        code
        value={settings.answerPattern ?? ''}
        onChange={(pattern) => change({ answerPattern: pattern || null })}
      />
    </Section>
  );
}
