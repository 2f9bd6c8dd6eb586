import { test as base, expect } from '@playwright/test';
import { type Lms, startLms } from '../lms/lms-server.ts';
import { FakeModel } from '../model/fake-model.ts';
import { record } from '../recorded/record.ts';
import { Chat } from './chat.ts';
import { forbidDialogs, watchFaults } from './page-faults.ts';
import { signIn } from './student.ts';

interface StoryParts {
  /** Origin of the server of this story. */
  origin: string;
  chat: Chat;
  /** Signs in, by default as the first student, and begins without a conversation. */
  signedIn: (email?: string) => Promise<void>;
  /** The model of this story, where it is scripted. */
  model: FakeModel;
}

interface Servers {
  offlineLms: Lms;
  scripted: Scripted;
  /** The same, where only what the course material confirms is shown. */
  enforcing: Scripted;
  /** One on which students have asked for twelve weeks. */
  recorded: Recorded;
}

interface Scripted {
  lms: Lms;
  model: FakeModel;
}

interface Recorded extends Scripted {
  /** The id of a student. */
  someoneElse: string;
}

/** A story with the offline model. Both servers are started when the first story needs them. */
export const story = base.extend<StoryParts, Servers>({
  offlineLms: [
    async ({}, use, { parallelIndex }) => {
      const lms = await startLms(`offline-${parallelIndex}`);
      await use(lms);
      await lms.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  scripted: [
    async ({}, use, { parallelIndex }) => {
      const servers = await startScripted(`scripted-${parallelIndex}`);
      await use(servers);
      await stopScripted(servers);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  enforcing: [
    async ({}, use, { parallelIndex }) => {
      const servers = await startScripted(`enforcing-${parallelIndex}`);
      await servers.lms.execute(enforce);
      await use(servers);
      await stopScripted(servers);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  recorded: [
    async ({}, use, { parallelIndex }) => {
      const { lms, model } = await startScripted(`recorded-${parallelIndex}`, prices);
      const servers = { ...(await record(lms, model)), model };
      await use(servers);
      await stopScripted(servers);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  origin: async ({ offlineLms }, use) => use(offlineLms.url),
  baseURL: async ({ origin }, use) => use(origin),
  context: async ({ context, origin }, use) => {
    const faults = watchFaults(context, origin);
    await forbidDialogs(context);
    await use(context);
    expect(faults, 'no page threw, broke its policy or loaded from elsewhere').toEqual([]);
  },
  chat: async ({ page }, use) => use(new Chat(page)),
  signedIn: async ({ page, origin }, use) => use((email = 'student@example.org') => signIn(page, email, origin)),
  model: async ({ scripted: { model } }, use) => checked(model, use),
});

/** A story with the fake model, which does what the story tells it. */
export const scriptedStory = story.extend({
  origin: async ({ scripted }, use) => use(scripted.lms.url),
});

/** The same in courses where everything that is said must be confirmed. */
export const enforcingStory = story.extend({
  origin: async ({ enforcing }, use) => use(enforcing.lms.url),
  model: async ({ enforcing: { model } }, use) => checked(model, use),
});

/** The same on a server that has seen students ask for twelve weeks; what a story changes there it changes back. */
export const recordedStory = story.extend({
  origin: async ({ recorded }, use) => use(recorded.lms.url),
  model: async ({ recorded: { model } }, use) => checked(model, use),
});

const enforce = `update chatbot.chatbots set config = jsonb_set(config, '{citation_policy}', '"enforce"')`;

/** A request and its reply cost a cent. */
const prices = { CHATBOT_PRICE_INPUT: '50', CHATBOT_PRICE_OUTPUT: '250', CHATBOT_CURRENCY: 'EUR' };

async function startScripted(name: string, more: Record<string, string> = {}): Promise<Scripted> {
  const model = await FakeModel.start();
  const settings = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none', CHATBOT_MODEL: 'fake', ...more };
  return { lms: await startLms(name, settings), model };
}

async function stopScripted({ lms, model }: Scripted): Promise<void> {
  await lms.stop();
  await model.stop();
}

async function checked(model: FakeModel, use: (model: FakeModel) => Promise<void>): Promise<void> {
  model.reset();
  await use(model);
  expect(model.reset(), 'every request to the model was as it must be').toEqual([]);
}

export { expect };
