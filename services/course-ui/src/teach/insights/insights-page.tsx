import type { Insights } from '@course-chatbot/chat';
import { LoadState } from '../../pages/load-state';
import { useInsights } from '../api/manage-queries';
import { Page } from '../frame/page';
import { useTeachFrame } from '../frame/teach-layout';
import { useTeachText } from '../language/teach-text';
import { AnswerCharts } from './answer-charts';
import { DayCharts } from './day-charts';
import { FeedbackPart } from './feedback-part';
import { InsightsFilterBar } from './insights-filter-bar';
import { InsightsFigures } from './insights-figures';
import styles from './insights.module.css';
import { MonthPart } from './month-part';
import { PagesPart } from './pages-part';
import { UnansweredPart } from './unanswered-part';
import { useInsightsFilter } from './use-insights-filter';

/** How students use the chatbots of a course. */
export function InsightsPage() {
  const text = useTeachText();
  const { course } = useTeachFrame();
  const filter = useInsightsFilter(course.timeZone);
  const insights = useInsights(course.id, filter.filter);
  return (
    <Page title={text('insights.title')} course={course.title} lead={text('insights.lead')}>
      <InsightsFilterBar filter={filter} insights={insights.data} />
      {insights.isSuccess ? (
        <div className={styles.parts} aria-busy={insights.isPlaceholderData}>
          <Parts insights={insights.data} />
        </div>
      ) : (
        <LoadState query={insights} />
      )}
    </Page>
  );
}

function Parts({ insights }: { insights: Insights }) {
  return (
    <>
      <InsightsFigures insights={insights} />
      <DayCharts days={insights.days} />
      <AnswerCharts insights={insights} />
      <UnansweredPart insights={insights} />
      <PagesPart insights={insights} />
      <FeedbackPart insights={insights} />
      <MonthPart insights={insights} />
    </>
  );
}
