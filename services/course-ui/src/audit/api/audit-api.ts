import type {
  AccessEntry,
  AuditedCall,
  AuditedCitation,
  AuditFilters,
  CitationCount,
  CitationDetail,
  CitationRate,
  Job,
  ListPage,
  NewRecheck,
  NewReview,
  TurnTrace,
} from '@course-chatbot/chat';
import { askChatbot, jsonBody, sendToChatbot } from '../../lms/chatbot-request';

/** What a list is asked for, as it stands behind `?`. */
export type Wish = URLSearchParams;

/** The admins' routes. Every call throws `ChatbotRefusal` when the server says no. */
export const auditApi = {
  filters: () => askChatbot<AuditFilters>('/audit/filters'),
  citations: (wish: Wish, cursor: string | null) => askPage<AuditedCitation>('/audit/citations', wish, cursor),
  count: (wish: Wish) => askChatbot<CitationCount>(`/audit/citations/count?${wish}`),
  citation: (id: string) => askChatbot<CitationDetail>(`/audit/citations/${id}`),
  review: (id: string, body: NewReview) =>
    askChatbot<AuditedCitation>(`/audit/citations/${id}/review`, jsonBody('PUT', body)),
  /** The rows as CSV, as they come. */
  csv: (wish: Wish, signal: AbortSignal) => sendToChatbot(`/audit/citations.csv?${wish}`, { signal }),
  rates: (wish: Wish) => askChatbot<CitationRate[]>(`/audit/citations/rates?${wish}`),
  recheck: (body: NewRecheck) => askChatbot<Job>('/audit/citations/recheck', jsonBody('POST', body)),
  job: (id: string) => askChatbot<Job>(`/jobs/${id}`),
  calls: (wish: Wish, cursor: string | null) => askPage<AuditedCall>('/audit/tool-calls', wish, cursor),
  turn: (id: string) => askChatbot<TurnTrace>(`/audit/turns/${id}`),
  log: (wish: Wish, cursor: string | null) => askPage<AccessEntry>('/audit/log', wish, cursor),
};

function askPage<Row>(path: string, wish: Wish, cursor: string | null): Promise<ListPage<Row>> {
  const asked = new URLSearchParams(wish);
  if (cursor !== null) asked.set('cursor', cursor);
  return askChatbot<ListPage<Row>>(`${path}?${asked}`);
}
