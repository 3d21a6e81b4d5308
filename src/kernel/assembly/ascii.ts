/*
 * Bytes of ASCII.
 */
export const LINE_FEED: u8 = 0x0a;
export const CARRIAGE_RETURN: u8 = 0x0d;
export const SPACE: u8 = 0x20;
export const QUOTE: u8 = 0x22;
export const PLUS: u8 = 0x2b;
export const COMMA: u8 = 0x2c;
export const MINUS: u8 = 0x2d;
export const DOT: u8 = 0x2e;
export const ZERO: u8 = 0x30;
export const COLON: u8 = 0x3a;
export const BRACKET_OPEN: u8 = 0x5b;
export const BACKSLASH: u8 = 0x5c;
export const BRACKET_CLOSE: u8 = 0x5d;
export const LOWER_E: u8 = 0x65;
export const LOWER_N: u8 = 0x6e;
export const BRACE_OPEN: u8 = 0x7b;
export const BRACE_CLOSE: u8 = 0x7d;
