import type { ErrorCode, Problem, SettingsFault } from '@course-chatbot/chat';
import { LmsRefusal } from '../../lms/lms-api';

/** What the chatbot's routes for teachers refused, and why. */
export class ManageRefusal extends LmsRefusal {
  constructor(
    status: number,
    readonly code: ErrorCode,
    title: string,
    /** Of `invalid_settings`: everything that is wrong with them. */
    readonly faults: SettingsFault[] = [],
  ) {
    super(status, title);
    this.name = 'ManageRefusal';
  }
}

export async function manageRefusalOf(response: Response): Promise<ManageRefusal> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem & { faults: SettingsFault[] }>;
  const { code = 'internal', title = response.statusText, faults = [] } = problem;
  return new ManageRefusal(response.status, code, title, faults);
}

/** Whether somebody else has saved in the meantime. */
export function isLostUpdate(error: unknown): boolean {
  return error instanceof ManageRefusal && error.status === 412;
}
