import type { LimitKind, LimitsData, LimitStanding } from '../wire';

/** What is left is shown when it is less than this share of what is allowed. */
const nearShare = 0.25;
/** Timers of browsers and clocks of laptops are not to be trusted for longer. */
const longestSleepMs = 10 * 60_000;

/** What the composer has to tell about limits. */
export type LimitNews =
  | { state: 'free' }
  | { state: 'near'; limit: LimitKind; left: number; share: number; resetsAt: Date | null }
  | { state: 'reached'; limit: LimitKind; resetsAt: Date | null };

/** What to tell now. A limit whose time has come is whole again, whether or not the server could be asked. */
export function newsOf(data: LimitsData | null, now = Date.now()): LimitNews {
  const current = (data?.limits ?? []).filter(({ resetsAt }) => !resetsAt || Date.parse(resetsAt) > now);
  const reached = latest(current.filter((standing) => standing.reached));
  if (reached) return { state: 'reached', limit: reached.limit, resetsAt: timeOf(reached) };
  const near = current.filter(({ left, allowed }) => left < allowed * nearShare).sort((a, b) => shareOf(a) - shareOf(b))[0];
  if (!near) return { state: 'free' };
  return { state: 'near', limit: near.limit, left: near.left, share: shareOf(near), resetsAt: timeOf(near) };
}

/** In how many milliseconds to look again; nothing changes by itself when null. */
export function lookAgainIn(data: LimitsData | null, now = Date.now()): number | null {
  const news = newsOf(data, now);
  if (news.state === 'free' || news.resetsAt === null) return null;
  return Math.min(Math.max(news.resetsAt.getTime() - now, 0), longestSleepMs);
}

/** Whoever has to wait for several waits for the last of them. */
function latest(standings: LimitStanding[]): LimitStanding | undefined {
  return standings.sort((a, b) => Date.parse(b.resetsAt ?? '') - Date.parse(a.resetsAt ?? ''))[0];
}

function shareOf({ left, allowed }: LimitStanding): number {
  return allowed === 0 ? 0 : left / allowed;
}

function timeOf({ resetsAt }: LimitStanding): Date | null {
  return resetsAt ? new Date(resetsAt) : null;
}
