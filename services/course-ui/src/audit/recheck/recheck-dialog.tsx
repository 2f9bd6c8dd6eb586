import type { Job } from '@course-chatbot/chat';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../widgets/button';
import { Dialog } from '../../widgets/dialog/dialog';
import { Progress } from '../../widgets/progress';
import { auditApi } from '../api/audit-api';
import { useAuditFilters } from '../api/audit-queries';
import { useAuditText } from '../language/audit-text';

const askAgainMs = 1_000;

export interface RecheckDialogProps {
  isOpen: boolean;
  /** The course that is filtered by: then it is about its citations alone. */
  courseId: string | null;
  onClose: () => void;
}

/** Holds citations against their pages again; it goes on when the window is closed. */
export function RecheckDialog({ isOpen, courseId, onClose }: RecheckDialogProps) {
  const text = useAuditText();
  const { data: known } = useAuditFilters();
  const { begin, job, failed } = useRecheck();
  const course = known?.courses.find(({ id }) => id === courseId)?.name;
  const running = job?.state === 'running';
  return (
    <Dialog
      title={text('recheck.title')}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text(job ? 'recheck.close' : 'recheck.cancel')}</Button>
          {/* While it runs, too: it has the focus. */}
          <Button kind="main" isPending={begin.isPending || running} onPress={() => begin.mutate(courseId)}>
            {text(job && !running ? 'recheck.again' : 'recheck.begin')}
          </Button>
        </>
      }
    >
      <p>{course ? text('recheck.aboutCourse', { course }) : text('recheck.about')}</p>
      {job && <JobProgress job={job} />}
      <div role="status">
        {job?.state === 'done' && <p>{text('recheck.done', { count: job.total })}</p>}
        {failed && <p>{text('recheck.failed')}</p>}
      </div>
    </Dialog>
  );
}

function JobProgress({ job: { state, done, total } }: { job: Job }) {
  const text = useAuditText();
  const label = text(state === 'running' ? 'recheck.progress' : 'recheck.checked');
  return <Progress label={label} done={done} total={total} words={text('recheck.of', { done, total })} />;
}

function useRecheck() {
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: (courseId: string | null) => auditApi.recheck(courseId === null ? {} : { courseId }),
  });
  const id = begin.data?.id;
  const asked = useQuery({
    queryKey: ['audit', 'job', id],
    queryFn: () => auditApi.job(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : askAgainMs),
  });
  const job = asked.data ?? begin.data;
  const over = job?.state === 'done';
  useEffect(() => {
    if (!over) return;
    for (const list of ['citations', 'count']) void queries.invalidateQueries({ queryKey: ['audit', list] });
  }, [over, queries]);
  return { begin, job, failed: begin.isError || job?.state === 'failed' };
}
