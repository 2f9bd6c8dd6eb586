import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import { askChatbot } from '../lms/chatbot-request';

/** The way to the admins' pages, for those to whom the server opens them. */
export function AuditLink({ className }: { className: string | undefined }) {
  const text = usePageText();
  const { data: filters } = useQuery({
    queryKey: ['audit', 'filters'],
    queryFn: () => askChatbot<unknown>('/audit/filters'),
    staleTime: Infinity,
    retry: false,
  });
  if (!filters) return null;
  return (
    <Link className={className} to="/audit">
      {text('site.audit')}
    </Link>
  );
}
