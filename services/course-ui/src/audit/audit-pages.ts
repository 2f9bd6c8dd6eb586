/** The admins' pages: one piece that is loaded when an admin comes. */
export { CallsPage } from './calls/calls-page';
export { TurnPage } from './calls/turn-page';
export { CitationsPage } from './citations/citations-page';
export { AuditLayout } from './frame/audit-layout';
export { LogPage } from './log/log-page';
export { RatesPage } from './rates/rates-page';
