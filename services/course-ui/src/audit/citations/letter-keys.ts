import { useState } from 'react';

const key = 'audit-letter-keys';

/** Whether single letters are shortcuts; whoever speaks to their computer may need them off. */
export function useLetterKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(key) !== 'off');
  return [
    on,
    (next) => {
      localStorage.setItem(key, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}
