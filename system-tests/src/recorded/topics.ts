import { type Reply, sayCiting, search } from '../model/reply.ts';

/** How well an answer leans on its page. */
export type Leaning = 'supported' | 'partly' | 'unsupported' | 'misquoted';

/** Something of a course's pages that can be asked about, and sentences that lean on it well and badly. */
export interface Topic {
  question: string;
  query: string;
  /** Words of the passage that is cited. */
  words: string;
  sentences: Record<Leaning, string>;
}

/** Far from whatever is asked about. */
const elsewhere = 'Normalisation removes redundant facts from badly planned schemas.';

export const primaryKey: Topic = {
  question: 'What is a primary key?',
  query: 'what a primary key is',
  words: 'candidate key that the designer has chosen',
  sentences: {
    supported: 'A primary key is the candidate key that the designer has chosen to identify the rows of a table.',
    partly: 'A table has at most 42 primary keys, and the values of a primary key must be unique.',
    unsupported: elsewhere,
    misquoted: 'The page says that “the values of a primary key must be short”.',
  },
};

export const foreignKey: Topic = {
  question: 'What is a foreign key?',
  query: 'what a foreign key is',
  words: 'must match the values of a key',
  sentences: {
    supported: 'A foreign key is a set of columns whose values must match the values of a key in some row of another table.',
    partly: 'A foreign key is a set of columns whose values must match the values of a key, as Codd showed in 1971.',
    unsupported: elsewhere,
    misquoted: 'The page says that “the table it points to is called the remembered table”.',
  },
};

export const innerJoin: Topic = {
  question: 'What does an inner join return?',
  query: 'inner join',
  words: 'only the pairs of rows for which the join condition is true',
  sentences: {
    supported: 'An inner join returns only the pairs of rows for which the join condition is true.',
    partly: 'An inner join returns only the 17 pairs of rows for which the join condition is true.',
    unsupported: elsewhere,
    misquoted: 'The page says that it “returns every pair of rows for which the join condition is true”.',
  },
};

export const deadlock: Topic = {
  question: 'What is a deadlock?',
  query: 'what a deadlock is',
  words: 'wait for each other in a circle',
  sentences: {
    supported: 'A deadlock is a situation in which transactions wait for each other in a circle.',
    partly: 'A deadlock is a situation in which 99 transactions of Oracle wait for each other in a circle.',
    unsupported: elsewhere,
    misquoted: 'The page says that “none of them can ever continue without a victim”.',
  },
};

export const index: Topic = {
  question: 'What is an index good for?',
  query: 'what an index is',
  words: 'additional data structure that maps the values',
  sentences: {
    supported: 'An index is an additional data structure that maps the values of columns to the places of the rows that contain them.',
    partly: 'An index is an additional data structure of 512 bytes that maps the values of columns to the places of rows.',
    unsupported: elsewhere,
    misquoted: 'The page says that “an index contains much new information”.',
  },
};

export const atomicity: Topic = {
  question: 'What does atomicity mean?',
  query: 'atomicity',
  words: 'takes effect completely or not at all',
  sentences: {
    supported: 'Atomicity means that a transaction takes effect completely or not at all.',
    partly: 'Atomicity means that a transaction takes effect completely or not at all within 30 seconds.',
    unsupported: elsewhere,
    misquoted: 'The page says that “a transaction that fails halfway leaves a trace in the data”.',
  },
};

export const topics = [primaryKey, foreignKey, innerJoin, deadlock, index, atomicity];

/** An answer that searches and cites one sentence. */
export function citing({ query, words }: Topic, sentence: string): Reply[] {
  return [[search(query)], sayCiting({ it: words }, `${sentence}{it}`)];
}
