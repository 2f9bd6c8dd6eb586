import { Fold } from '../../widgets/fold';
import { NumberField } from '../../widgets/form/number-field';
import { Select } from '../../widgets/form/select';
import { SwitchRow } from '../../widgets/form/switch-row';
import { useEditor, useFaultOf } from '../editor/editor-context';
import { LimitField } from './limits-section';
import styles from './rare-section.module.css';

const ofTheServer = 'default';
const rare = ['model', 'temperature', 'studentToolChoice', 'limits.requestsPerTurn', 'limits.turnSeconds', 'limits.outputTokens'];

/** What hardly anybody changes; unfolded by itself when something in it is wrong. */
export function RareSection() {
  const { faults, words } = useEditor();
  const { text } = words;
  const atFault = faults.some(({ field }) => rare.includes(field));
  return (
    <div className={styles.rare}>
      <Fold open={atFault} level={2} title={text('rare.title')} aside={text('rare.aside')}>
        {() => <RareSettings />}
      </Fold>
    </div>
  );
}

function RareSettings() {
  const { draft, known, words } = useEditor();
  const { text } = words;
  const { settings, change } = draft;
  const faultOf = useFaultOf();
  const chosen = known.models.find(({ id, isDefault }) => (settings.model === null ? isDefault : id === settings.model));
  return (
    <div className={styles.settings}>
      <ModelField />
      {(chosen?.temperature || settings.temperature !== null) && (
        <NumberField
          name="temperature"
          label={text('field.temperature')}
          hint={text('model.temperatureHint')}
          fault={faultOf('temperature')}
          fraction
          value={settings.temperature}
          onChange={(temperature) => change({ temperature })}
        />
      )}
      <LimitField name="outputTokens" unit={text('limits.tokens')} needed />
      <LimitField name="turnSeconds" unit={text('limits.seconds')} needed />
      <LimitField name="requestsPerTurn" unit={text('limits.requests')} needed />
      <SwitchRow
        name="studentToolChoice"
        label={text('rare.studentToolChoice')}
        isSelected={settings.studentToolChoice}
        onChange={(studentToolChoice) => change({ studentToolChoice })}
      >
        <p>{text('rare.studentToolChoiceAbout')}</p>
      </SwitchRow>
    </div>
  );
}

function ModelField() {
  const { draft, known, words } = useEditor();
  const { text, locale } = words;
  const faultOf = useFaultOf();
  const { model } = draft.settings;
  const preset = known.models.find(({ isDefault }) => isDefault);
  const options = known.models.map(({ id, label, tools, contextTokens }) => ({
    value: id,
    label,
    about: [text('model.context', { count: contextTokens.toLocaleString(locale) }), tools ? null : text('model.noTools')]
      .filter(Boolean)
      .join(', '),
  }));
  const gone = model !== null && !known.models.some(({ id }) => id === model);
  return (
    <Select
      name="model"
      label={text('field.model')}
      hint={text('model.hint')}
      fault={faultOf('model')}
      value={model ?? ofTheServer}
      onChange={(chosen) => draft.change({ model: chosen === ofTheServer ? null : chosen })}
      options={[
        {
          value: ofTheServer,
          label: preset ? text('model.default', { name: preset.label }) : text('model.defaultUnnamed'),
        },
        ...options,
        ...(gone ? [{ value: model, label: model }] : []),
      ]}
    />
  );
}
