import { config } from 'zod';

// The AI SDK checks each chunk with zod, which would compile its checks by `new Function`. A page with a
// content security policy forbids that, and the browser reports each try. zod looks at this setting while
// the AI SDK is loaded, so this module is imported before it, wherever the AI SDK is imported.
config({ jitless: true });
