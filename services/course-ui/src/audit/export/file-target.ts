/** Where a download goes, piece by piece. */
export interface FileTarget {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** It is whole. */
  close: () => Promise<void>;
  /** It is not wanted, or broke off: nothing of it stays. */
  abort: () => Promise<void>;
}

type SaveFilePicker = (options: {
  suggestedName: string;
  types: Array<{ accept: Record<string, string[]> }>;
}) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>;

/** Asks where to, where the browser can write there as it comes; else it is gathered and downloaded at the end. */
export async function openTarget(name: string): Promise<FileTarget> {
  const pick = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;
  return pick ? writtenTo(pick, name) : gathered(name);
}

async function writtenTo(pick: SaveFilePicker, name: string): Promise<FileTarget> {
  const file = await pick.call(window, { suggestedName: name, types: [{ accept: { 'text/csv': ['.csv'] } }] });
  const writable = await file.createWritable();
  return {
    write: (bytes) => writable.write(bytes),
    close: () => writable.close(),
    abort: () => writable.abort(),
  };
}

/** Pieces are put together so often: the browser keeps a blob on disk, but not a list of arrays. */
const pieceBytes = 4 * 1024 * 1024;

function gathered(name: string): FileTarget {
  let whole = new Blob([], { type: 'text/csv' });
  let waiting: Array<Uint8Array<ArrayBuffer>> = [];
  let length = 0;
  const settle = () => {
    whole = new Blob([whole, ...waiting], { type: 'text/csv' });
    waiting = [];
    length = 0;
  };
  return {
    write: async (bytes) => {
      waiting.push(bytes);
      length += bytes.length;
      if (length >= pieceBytes) settle();
    },
    close: async () => {
      settle();
      download(whole, name);
    },
    abort: async () => {
      waiting = [];
      whole = new Blob([]);
    },
  };
}

const revokeAfterMs = 60_000;

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may still be reading it when the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs);
}
