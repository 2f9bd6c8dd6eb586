import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { Button } from '../../widgets/button';
import { Dialog } from '../../widgets/dialog/dialog';
import { Choices } from '../../widgets/form/choices';
import { Field } from '../../widgets/form/field';
import { Notice } from '../../widgets/notice';
import { usePageText } from '../../language/page-text';
import { useCreateChatbot, useTools } from '../api/manage-queries';
import { useTeachFrame } from '../frame/teach-layout';
import { useTeachText } from '../language/teach-text';
import { newSettings } from '../settings/new-settings';
import { type TemplateName, templateNames, templateText } from '../settings/templates';

/** Asks for a name and what to begin with; everything else is set in the form. */
export function NewChatbotDialog({ onClose }: { onClose: () => void }) {
  const text = useTeachText();
  const page = usePageText();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<TemplateName>('guide');
  const { create, missing, submit } = useNewChatbot(name.trim(), template);
  return (
    <Dialog
      title={text('new.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{page('widget.cancel')}</Button>
          <Button kind="main" isPending={create.isPending} onPress={submit}>
            {text('new.create')}
          </Button>
        </>
      }
    >
      <p>{text('new.about')}</p>
      <Form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          name="new-name"
          label={text('new.name')}
          value={name}
          onChange={setName}
          autoFocus
          fault={missing ? text('fault.missing') : undefined}
        />
        <Choices
          name="new-template"
          label={text('new.template')}
          value={template}
          onChange={setTemplate}
          choices={templateNames.map((value) => ({ value, label: text(`template.${value}`) }))}
        />
      </Form>
      {create.isError && (
        <div role="alert">
          <Notice kind="bad">{text('teach.failed')}</Notice>
        </div>
      )}
    </Dialog>
  );
}

/** Makes it and goes to its form; says that the name is missing once one has tried to do without. */
function useNewChatbot(name: string, template: TemplateName) {
  const { course } = useTeachFrame();
  const navigate = useNavigate();
  const tools = useTools(course.id);
  const create = useCreateChatbot(course.id);
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (name === '' || create.isPending) return;
    const names = (tools.data ?? []).map((tool) => tool.name);
    create.mutate(newSettings(name, templateText(template, course.language), names), {
      onSuccess: ({ id }) => void navigate(`/teach/${course.slug}/${id}`),
    });
  };
  return { create, missing: tried && name === '', submit };
}
