import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useMoreBelow } from './use-more-below';

function Box() {
  const box = useRef<HTMLDivElement>(null);
  const more = useMoreBelow(box);
  return (
    <div ref={box} data-testid="box">
      {String(more)}
    </div>
  );
}

test('a box says that it has more below until it is scrolled to its end', () => {
  const heights = { scrollHeight: 300, clientHeight: 100 };
  for (const [name, value] of Object.entries(heights))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  try {
    render(<Box />);
    const box = screen.getByTestId('box');
    expect(box.textContent).toBe('true');
    box.scrollTop = 200;
    fireEvent.scroll(box);
    expect(box.textContent).toBe('false');
  } finally {
    for (const name of Object.keys(heights)) Reflect.deleteProperty(HTMLElement.prototype, name);
  }
});
