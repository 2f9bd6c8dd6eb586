/** What an OpenAI-compatible server is asked, as far as the fake model looks at it. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  messages: ModelMessage[];
  tools?: Array<{ function: { name: string } }>;
}

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_call_id?: string;
  tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
}

/** The question that a request is about. */
export function questionOf(request: ModelRequest): string {
  return request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** What is wrong with a request: things that any real provider would refuse, too. */
export function faultsOf(request: ModelRequest): string[] {
  const faults: string[] = [];
  if (!request.stream) faults.push('no stream is asked for');
  if (request.messages[0]?.role !== 'system') faults.push('the first message is not the system’s');
  if (questionOf(request) === '') faults.push('there is no question');
  const offered = new Set(request.tools?.map((tool) => tool.function.name));
  if (offered.size !== (request.tools?.length ?? 0)) faults.push('a tool is offered twice');
  return [...faults, ...callFaults(request.messages)];
}

/** Each call has exactly one result, at once and in order; no message is empty. */
function callFaults(messages: ModelMessage[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const [index, message] of [...messages, null].entries()) {
    if (message?.role === 'tool') {
      if (open.shift() !== message.tool_call_id) faults.push(`message ${index}: a result for no call, or out of order`);
    } else if (open.length > 0) {
      faults.push(`message ${index}: the calls ${open.join(', ')} before it have no result`);
      open = [];
    }
    if (!message) continue;
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    if (!message.content?.trim() && calls.length === 0) faults.push(`message ${index} (${message.role}) is empty`);
    open.push(...calls.map(({ id }) => id));
    for (const { function: called } of calls) {
      if (!isObject(called.arguments)) faults.push(`message ${index}: the arguments of ${called.name} are no object`);
    }
  }
  return faults;
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
