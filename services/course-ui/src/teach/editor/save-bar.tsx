import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../widgets/button';
import { ConfirmDialog } from '../../widgets/dialog/confirm-dialog';
import { goToField } from '../../widgets/form/field';
import { ChatbotRefusal } from '../../lms/chatbot-request';
import { LostUpdateDialog } from '../lost-update/lost-update-dialog';
import { faultWords } from '../settings/fault-words';
import { fieldLabel, fieldNames } from '../settings/setting-words';
import { useEditor } from './editor-context';
import styles from './editor.module.css';
import { FaultSummary } from './fault-summary';
import { type Saving, useSaving } from './use-saving';

/** Says at the bottom of the window what is not saved, and saves it. */
export function SaveBar() {
  const { course, draft, faults, words } = useEditor();
  const { text, locale } = words;
  const saving = useSaving();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [discarding, setDiscarding] = useState(false);
  const dirty = draft.changes.length > 0;
  const fields = fieldNames(text, locale, draft.changes.map(({ field }) => field));
  const first = dirty ? faults[0] : undefined;
  const home = `/teach/${course.slug}/${draft.base.id}`;

  const showFault = async (field: string) => {
    if (pathname !== home) await navigate(home);
    requestAnimationFrame(() => goToField(field));
  };
  return (
    <section className={styles.bar} aria-label={text('save.bar')} data-dirty={dirty}>
      {dirty && <FaultSummary onGo={(field) => void showFault(field)} />}
      <p className={styles.said} role="status">
        {saidWords(dirty, fields, draft.base.version, saving, text)}
      </p>
      {saving.error && (
        <p className={styles.failed} role="alert">
          {refusalWords(saving.error, words)}
        </p>
      )}
      <div className={styles.barActions}>
        <Button isResting={!dirty || saving.isPending} onPress={() => setDiscarding(true)}>
          {text('save.discard')}
        </Button>
        <Button
          kind="main"
          isResting={!dirty}
          isPending={saving.isPending}
          onPress={() => (first ? void showFault(first.field) : saving.save())}
        >
          {text('save.save')}
        </Button>
      </div>
      <ConfirmDialog
        title={text('save.discardTitle')}
        action={text('save.discard')}
        danger
        isOpen={discarding}
        onConfirm={() => {
          draft.rebase(draft.base);
          setDiscarding(false);
        }}
        onCancel={() => setDiscarding(false)}
      >
        <p>{text('save.discardAbout', { version: draft.base.version, fields })}</p>
      </ConfirmDialog>
      {saving.theirs && <LostUpdateDialog theirs={saving.theirs} onClose={saving.forget} />}
    </section>
  );
}

type Text = ReturnType<typeof useEditor>['words']['text'];

function saidWords(dirty: boolean, fields: string, version: number, { savedVersion }: Saving, text: Text): string {
  if (dirty) return text('save.dirty', { fields });
  return text(savedVersion === version ? 'save.saved' : 'save.clean', { version });
}

/** What the server found at fault only when it was to save, or that it could not be reached. */
function refusalWords(error: Error, { text, locale }: ReturnType<typeof useEditor>['words']): string {
  if (!(error instanceof ChatbotRefusal)) return text('teach.offline');
  const faults = error.faults.map((fault) => `${fieldLabel(text, fault.field)}: ${faultWords(text, fault, locale)}`);
  return faults.length > 0 ? faults.join(' ') : text('teach.failed');
}
