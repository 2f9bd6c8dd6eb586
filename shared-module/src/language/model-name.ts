import type { ChatText } from './language';

/** What the server calls the model that it brings itself. It names every model in one language only. */
const offlineModel = 'Offline model (extracts from the course pages)';

/** A model's name; the server's own model is named in the reader's language. */
export function modelName(text: ChatText, label: string): string {
  return label === offlineModel ? text('model.offline') : label;
}
