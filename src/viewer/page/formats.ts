const WHOLE = new Intl.NumberFormat('en-US');
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const ONE_DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 12345 as 12,345. */
export const count = (value: number): string => WHOLE.format(value);

/** 1234.5 as 1,234.50. */
export const money = (value: number): string => MONEY.format(value);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in the largest unit that keeps a digit before the point. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${ONE_DECIMAL.format(value)} ${UNITS[unit] ?? ''}`;
}

/** Saves text under a name, without a request. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name that an answer has for its file. */
export function fileNameOf(answer: Response, fallback: string): string {
  return /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallback;
}
