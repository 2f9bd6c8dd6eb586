import { Checkbox, CheckboxGroup, Label, Text } from 'react-aria-components';
import { Fault } from '../../widgets/form/field';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { languageName } from '../settings/setting-words';
import styles from './languages-field.module.css';

const offered = ['en', 'fi', 'sv', 'et', 'de', 'fr', 'es', 'ru', 'uk', 'ar', 'zh'];

/** In which languages it may answer. Those that were set elsewhere are offered, too. */
export function LanguagesField() {
  const { course, draft, words } = useEditor();
  const { text, locale } = words;
  const faultOf = useFaultOf();
  const { languages } = draft.settings;
  const tags = [...new Set([course.language, ...offered, ...languages])];
  const fault = faultOf('languages') ?? languages.map((_, index) => faultOf(`languages.${index}`)).find(Boolean);
  return (
    <CheckboxGroup
      className={styles.group ?? ''}
      data-field="languages"
      value={languages}
      onChange={(chosen) => draft.change({ languages: tags.filter((tag) => chosen.includes(tag)) })}
      isInvalid={fault !== undefined}
    >
      <Label className={styles.label ?? ''}>{text('field.languages')}</Label>
      <Text slot="description" className={styles.hint ?? ''}>
        {text('answers.languagesHint')}
      </Text>
      <div className={styles.boxes}>
        {tags.map((tag) => (
          <Checkbox key={tag} value={tag} className={styles.box ?? ''}>
            <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3.5 8.5l3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
            {languageName(tag, locale)}
          </Checkbox>
        ))}
      </div>
      <Fault>{fault}</Fault>
    </CheckboxGroup>
  );
}
