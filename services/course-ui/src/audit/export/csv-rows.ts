const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the rows of a CSV as its bytes come by, cut anywhere; the first line is its heading. */
export class RowCounter {
  private lines = 0;
  private quoted = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      // A quotation mark within a cell is written twice, which changes nothing here.
      if (byte === quote) this.quoted = !this.quoted;
      else if (byte === lineFeed && !this.quoted) this.lines += 1;
    }
  }

  get rows(): number {
    return Math.max(0, this.lines - 1);
  }
}
