import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import { useMe } from '../lms/queries';

/** The way to the admins' pages, for those to whom the server opens them. */
export function AuditLink({ className }: { className: string | undefined }) {
  const text = usePageText();
  const { data: user } = useMe();
  if (!user?.audits) return null;
  return (
    <Link className={className} to="/audit">
      {text('site.audit')}
    </Link>
  );
}
