import { LanguageProvider, useChatText, verdictWords } from '@course-chatbot/chat';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import en from './en.json';
import fi from './fi.json';

const catalogues = { en, fi };

test.each(['en', 'fi'] as const)('a misquotation has one name, in the audit as in the chat: %s', (language) => {
  const wrapper = ({ children }: { children: ReactNode }) => createElement(LanguageProvider, { language, children });
  const { result } = renderHook(() => useChatText(), { wrapper });
  const name = verdictWords(result.current, 'misquoted');
  const words = catalogues[language];
  expect(words['short.misquoted']).toBe(name);
  expect(words['rates.kind.misquoted'].toLowerCase()).toBe(name);
  expect(words['list.nothingToLook']).toContain(name);
});
