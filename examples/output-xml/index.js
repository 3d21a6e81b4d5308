'use strict';
const { defineOutput } = require('clearloop/plugin/io');

/** What XML does not take as it is: markup, and control characters, which it cannot have at all. */
const SPECIAL = /[<>&\x00-\x08\x0b\x0c\x0e-\x1f]/g;
const ESCAPES = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

const escape = (text) => text.replace(SPECIAL, (char) => ESCAPES[char] ?? '\uFFFD');

/** Writes a value as elements: an array as one element for each item, an object as elements in an element. */
function writeValue(name, value, out) {
  if (Array.isArray(value)) {
    for (const item of value) writeValue(name, item, out);
    return;
  }
  out.text(`<${name}>`);
  if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) writeValue(key, inner, out);
  else out.text(escape(String(value)));
  out.text(`</${name}>`);
}

/** Records as XML: `<records>`, and in it an element for each record, named after its kind. */
exports.xml = defineOutput({
  id: 'xml',
  contentType: 'application/xml; charset=utf-8',
  extension: 'xml',
  // Called once for each output. What a session keeps belongs to that output alone.
  open() {
    const write = ({ objectType, ...values }, out) => {
      writeValue(String(objectType).toLowerCase(), values, out);
      out.text('\n');
    };
    return {
      begin: (out) => out.text('<?xml version="1.0" encoding="UTF-8"?>\n<records>\n'),
      record: write,
      // Errors, warnings and validation issues: said in the output, where they belong.
      notice: write,
      end: (out) => out.text('</records>\n'),
    };
  },
});
