import { useEffect, useState } from 'react';

/** Silence longer than this is told of. */
const patienceMs = 8_000;

/** Whether something that is awaited has shown no sign of life for a while; every change of `sign` is one. */
export function useSlow(waiting: boolean, sign: string): boolean {
  const [slowAt, setSlowAt] = useState<string | null>(null);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlowAt(sign), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlowAt(null);
    };
  }, [waiting, sign]);
  return waiting && slowAt === sign;
}
