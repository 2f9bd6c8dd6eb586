import * as ai6 from 'ai';
import * as ai5 from 'ai-5';
import * as ai7 from 'ai-7';
import { describe, expect, test } from 'vitest';
import samples from './chunk-samples.json';

interface Validation {
  success: boolean;
}

/** How each major of the AI SDK judges a chunk. Their types differ; what they do is the same. */
const majors: Array<[string, (chunk: unknown) => Promise<Validation | undefined>]> = [
  ['5', async (chunk) => ai5.uiMessageChunkSchema().validate?.(chunk)],
  ['6', async (chunk) => ai6.asSchema(ai6.uiMessageChunkSchema).validate?.(chunk)],
  ['7', async (chunk) => ai7.asSchema(ai7.uiMessageChunkSchema).validate?.(chunk)],
];

test('there are samples', () => {
  expect(samples.chunks.length).toBeGreaterThan(10);
});

describe.each(majors)('ai %s', (major, validate) => {
  test.each(samples.chunks.map((chunk, index) => [`${index} ${chunk.type}`, chunk]))(
    'takes chunk %s',
    async (_name, chunk) => {
      expect(await validate(chunk)).toMatchObject({ success: true });
    },
  );

  test.each(samples.chunksSince6.map((chunk, index) => [`${index} ${chunk.type}`, chunk]))(
    'knows chunk %s from version 6 on',
    async (_name, chunk) => {
      expect(await validate(chunk)).toMatchObject({ success: major !== '5' });
    },
  );

  test('refuses a chunk of an unknown type', async () => {
    expect(await validate({ type: 'text-diff' })).toMatchObject({ success: false });
  });
});

describe('the stored message', () => {
  const messages: unknown[] = [samples.message];
  const withApprovals: unknown[] = [samples.message, { ...samples.messageSince6, id: 'm2' }];

  test('is one of ai 5', async () => {
    await expect(ai5.validateUIMessages({ messages })).resolves.toHaveLength(1);
  });
  test('is one of ai 6', async () => {
    await expect(ai6.validateUIMessages({ messages: withApprovals })).resolves.toHaveLength(2);
  });
  test('is one of ai 7', async () => {
    await expect(ai7.validateUIMessages({ messages: withApprovals })).resolves.toHaveLength(2);
  });
});
