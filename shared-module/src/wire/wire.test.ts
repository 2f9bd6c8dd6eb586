import { asSchema, uiMessageChunkSchema, validateUIMessages } from 'ai';
import { describe, expect, test } from 'vitest';
import samples from './chunk-samples.json';

const schema = asSchema(uiMessageChunkSchema);

describe('the AI SDK accepts what the server sends', () => {
  test('there are samples', () => {
    expect(samples.chunks.length).toBeGreaterThan(10);
  });

  test.each(samples.chunks.map((chunk, index) => [`${index} ${chunk.type}`, chunk]))('chunk %s', async (_name, chunk) => {
    const result = await schema.validate?.(chunk);
    expect(result).toMatchObject({ success: true });
  });

  test('a chunk of an unknown type is refused', async () => {
    expect(await schema.validate?.({ type: 'text-diff' })).toMatchObject({ success: false });
  });

  test('the stored message', async () => {
    await expect(validateUIMessages({ messages: [samples.message] })).resolves.toHaveLength(1);
  });
});
