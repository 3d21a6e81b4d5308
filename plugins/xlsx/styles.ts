/** Styles of cells by the type of their column, and that of the header row: indices of `cellXfs` below. */
export const STYLE = { header: 1, text: 2, amount: 3, decimal: 4, integer: 4, date: 5, dateTime: 6 } as const;

/** Widths of columns in characters, by type. */
export const WIDTH = { text: 14, amount: 12, decimal: 10, integer: 10, date: 11, dateTime: 19 } as const;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Number formats: 0 general, 2 two decimals, 49 text; dates look the same in all countries. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  [0, 0],
  [49, 1],
  [49, 0],
  [2, 0],
  [0, 0],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}/>`,
  )
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
