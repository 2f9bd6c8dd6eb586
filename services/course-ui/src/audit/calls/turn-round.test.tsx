import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { round } from '../../trace/test-round';
import { TurnRound } from './turn-round';

test('what was found against an answer that was taken was not sent back', () => {
  render(<TurnRound round={round()} />);
  expect(screen.getByText('What was found against the answer:')).toBeTruthy();
  expect(screen.getByText('The answer names no source')).toBeTruthy();
  expect(screen.queryByText(/sent back/)).toBeNull();
});

test('a reply after which the model went on was sent back', () => {
  render(<TurnRound round={round({ attempts: 2, disposition: 'accept' })} />);
  expect(screen.getByText('The answer was sent back:')).toBeTruthy();
});

test('where the model was asked again and then answered, both are said', () => {
  render(<TurnRound round={round({ attempts: 2 })} />);
  expect(screen.getByText('What was found against a reply; the model was asked again:')).toBeTruthy();
});
