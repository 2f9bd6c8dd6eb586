import { expect, test } from 'vitest';
import en from '../language/en.json';
import fi from '../language/fi.json';
import { translator } from '../language/text';
import { modelSentence, toolSentence } from './tool-activity';

const text = translator({ en, fi }, 'en');

test.each([
  [{ name: 'course_material_search', state: 'running', about: 'keys' }, 'Searching the course material for “keys”…'],
  [{ name: 'course_material_search', state: 'running' }, 'Searching the course material…'],
  [{ name: 'course_material_search', state: 'done', found: 1 }, 'Searched the course material: 1 passage'],
  [{ name: 'course_material_search', state: 'done', found: 2, about: 'keys' }, 'Searched the course material for “keys”: 2 passages'],
  [{ name: 'page_lookup', state: 'done', about: 'Keys' }, 'Read “Keys”'],
  [
    { name: 'lookup_state', state: 'running', about: 'exercise 5' },
    "Looking up the course's rules about “exercise 5”…",
  ],
  [{ name: 'lookup_state', state: 'done' }, 'Looked up the rules of the course'],
  [{ name: 'glossary_lookup', state: 'running', about: 'join' }, 'Looking up “join” in the glossary…'],
  [{ name: 'glossary_lookup', state: 'failed' }, 'The glossary could not be looked into'],
  [{ name: 'course_structure', state: 'running' }, 'Looking at the outline of the course…'],
  [{ name: 'course_material_search', state: 'done' }, 'Searched the course material'],
  [{ name: 'course_progress', state: 'failed' }, 'Your progress could not be looked up'],
  [{ name: 'delete_everything', state: 'running', about: 'x' }, 'Looking up “x”…'],
  [{ name: 'delete_everything', state: 'done', found: 3 }, 'Looked something up'],
] as const)('%o', (call, sentence) => {
  expect(toolSentence(text, call)).toBe(sentence);
});

test.each([
  [{ state: 'busy', seconds: 1, text: '' }, 'The model is busy. Asking again in 1 second…'],
  [{ state: 'unavailable', seconds: 3, text: '' }, 'The model does not answer. Asking again in 3 seconds…'],
] as const)('%o', (status, sentence) => {
  expect(modelSentence(text, status)).toBe(sentence);
});
