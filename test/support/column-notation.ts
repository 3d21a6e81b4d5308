/**
 * Writes out the notation of the interface document for repeated groups of columns, numbered in order: `Adj{1..2}[Group,Amount]` is
 * Adj1Group, Adj1Amount, Adj2Group, Adj2Amount. Groups may stand in groups.
 */
export function writeOut(notation: string): string[] {
  return splitOutside(notation).flatMap(writeOutItem);
}

/** Splits at commas that stand in no brackets. */
function splitOutside(notation: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const character of notation) {
    if (character === '[') depth++;
    if (character === ']') depth--;
    if (character === ',' && depth === 0) {
      items.push(item);
      item = '';
    } else item += character;
  }
  return [...items, item].map((one) => one.trim()).filter((one) => one !== '');
}

function writeOutItem(item: string): string[] {
  const repeated = /^([^{[]*)\{(\d+)\.\.(\d+)\}(.*)$/s.exec(item);
  if (repeated !== null) {
    const [, before = '', from = '', to = '', after = ''] = repeated;
    const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i));
    return numbers.flatMap((number) => writeOutItem(after).map((rest) => before + number + rest));
  }
  const group = /^([^[]*)\[(.*)\]$/s.exec(item);
  if (group === null) return [item];
  const [, name = '', members = ''] = group;
  return writeOut(members).map((member) => name + member);
}
