import type { ManagedTool, ToolGroup } from '@course-chatbot/chat';
import { SwitchRow } from '../../widgets/form/switch-row';
import { Notice } from '../../widgets/notice';
import { useEditor, useFaultOf } from '../editor/editor-context';
import type { TeachTextKey } from '../language/teach-text';
import { toolName } from '../settings/setting-words';
import { Section } from './section';
import styles from './section.module.css';

const groups: ToolGroup[] = ['material', 'progress', 'structure'];

/** One switch per tool, under what it reads. */
export function ToolsSection() {
  const { draft, known, words } = useEditor();
  const { text } = words;
  const { allowedTools } = draft.settings;
  const gone = allowedTools.filter((name) => !known.tools.some((tool) => tool.name === name));
  return (
    <Section title={text('tools.title')} lead={text('tools.lead')}>
      {groups.map((group) => (
        <ToolGroupRows key={group} group={group} tools={known.tools.filter(({ category }) => category === group)} />
      ))}
      {gone.length > 0 && (
        <div className={styles.group}>
          <h3>{text('tools.gone')}</h3>
          {gone.map((name) => (
            <ToolRow key={name} name={name} />
          ))}
        </div>
      )}
      {allowedTools.length === 0 && <Notice kind="warn">{text('tools.none')}</Notice>}
    </Section>
  );
}

function ToolGroupRows({ group, tools }: { group: ToolGroup; tools: ManagedTool[] }) {
  const { words } = useEditor();
  if (tools.length === 0) return null;
  return (
    <div className={styles.group}>
      <h3>{words.text(`tools.group.${group}`)}</h3>
      {tools.map((tool) => (
        <ToolRow key={tool.name} name={tool.name} tool={tool} />
      ))}
    </div>
  );
}

function ToolRow({ name, tool }: { name: string; tool?: ManagedTool }) {
  const { draft, words } = useEditor();
  const faultOf = useFaultOf();
  const { allowedTools } = draft.settings;
  const at = allowedTools.indexOf(name);
  const isOn = at >= 0;
  const locked = tool?.adminOnly && !draft.base.settings.allowedTools.includes(name);
  const turn = (on: boolean) =>
    draft.change({ allowedTools: on ? [...allowedTools, name] : allowedTools.filter((other) => other !== name) });
  return (
    <SwitchRow
      name={isOn ? `allowedTools.${at}` : `tool-${name}`}
      label={toolName(words, name)}
      isSelected={isOn}
      onChange={turn}
      locked={locked ? words.text('tools.adminOnly') : undefined}
      fault={isOn ? faultOf(`allowedTools.${at}`) : undefined}
    >
      <ToolAbout name={name} tool={tool} />
    </SwitchRow>
  );
}

/** What changes for a student, what is read and who can use it; of a tool without words here, its own. */
function ToolAbout({ name, tool }: { name: string; tool: ManagedTool | undefined }) {
  const { text } = useEditor().words;
  const about = (part: string) => {
    const key = `tool.${name}.${part}`;
    const words = text(key as TeachTextKey);
    return words === key ? null : words;
  };
  const [student, reads, needs, question] = ['student', 'reads', 'needs', 'example'].map(about);
  if (!student || !reads || !needs || !question) return <p>{tool?.description}</p>;
  return (
    <>
      <p>{student}</p>
      <p>
        {text('tools.reads', { what: reads })} {text('tools.needs', { what: needs })}
      </p>
      <p>{text('tools.example', { question })}</p>
    </>
  );
}
