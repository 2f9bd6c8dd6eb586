import { useEffect, useRef, useState } from 'react';
import { auditApi, type Wish } from '../api/audit-api';
import { today } from '../filters/days';
import { RowCounter } from './csv-rows';
import { type FileTarget, openTarget } from './file-target';

export type ExportState = { kind: 'ready' } | { kind: 'running' | 'done'; rows: number } | { kind: 'failed' };

/** How often it is told how far it is. */
const toldEveryMs = 100;

/** Streams the list as CSV into a file, and tells how far it is. */
export function useExport(wish: Wish) {
  const [state, setState] = useState<ExportState>({ kind: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const control = new AbortController();
    const target = await openTarget(`citations-${today()}.csv`).catch(() => null);
    // Nobody chose a place: then nothing was begun.
    if (target === null) return;
    running.current = control;
    setState({ kind: 'running', rows: 0 });
    try {
      const rows = await copy(wish, target, control.signal, (count) => setState({ kind: 'running', rows: count }));
      setState({ kind: 'done', rows });
    } catch {
      await target.abort().catch(() => undefined);
      setState(control.signal.aborted ? { kind: 'ready' } : { kind: 'failed' });
    } finally {
      running.current = null;
    }
  };
  return { state, start, cancel: () => running.current?.abort(), reset: () => setState({ kind: 'ready' }) };
}

async function copy(wish: Wish, target: FileTarget, signal: AbortSignal, tell: (rows: number) => void): Promise<number> {
  const { body } = await auditApi.csv(wish, signal);
  if (!body) throw new Error('the export has no body');
  const counter = new RowCounter();
  const reader = body.getReader();
  let toldAt = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    counter.add(piece.value);
    await target.write(piece.value);
    if (Date.now() - toldAt >= toldEveryMs) {
      toldAt = Date.now();
      tell(counter.rows);
    }
  }
  await target.close();
  return counter.rows;
}
