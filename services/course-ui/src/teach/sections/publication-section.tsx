import { NumberField } from '../../widgets/form/number-field';
import { SwitchRow } from '../../widgets/form/switch-row';
import { Notice } from '../../widgets/notice';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { DateField } from './date-field';
import { Section } from './section';
import styles from './section.module.css';

/** Whether and when students can use it, and how long what they write is kept. */
export function PublicationSection() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const { settings, change, base } = draft;
  return (
    <Section title={text('publish.title')} lead={text('publish.lead')}>
      <SwitchRow
        name="enabled"
        label={text('publish.enabled')}
        isSelected={settings.enabled}
        onChange={(enabled) => change({ enabled })}
        fault={faultOf('enabled')}
      >
        <p>{text('publish.enabledAbout')}</p>
      </SwitchRow>
      {settings.enabled && !base.isDefault && <Notice>{text('publish.notDefault')}</Notice>}
      <div className={styles.pairs}>
        <DateField
          name="opensAt"
          hint={text('publish.opensHint')}
          value={settings.opensAt}
          onChange={(opensAt) => change({ opensAt })}
        />
        <DateField
          name="closesAt"
          hint={text('publish.closesHint')}
          value={settings.closesAt}
          onChange={(closesAt) => change({ closesAt })}
        />
      </div>
      <NumberField
        name="retentionDays"
        label={text('field.retentionDays')}
        unit={text('publish.days')}
        hint={text('publish.retentionHint')}
        fault={faultOf('retentionDays')}
        value={settings.retentionDays}
        onChange={(retentionDays) => change({ retentionDays })}
      />
    </Section>
  );
}
