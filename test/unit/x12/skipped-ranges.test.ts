import { envelope, isa, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { idsOf, readEveryWay, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['CLP*A*1'])]);
const TEXT = writeSegments(SEGMENTS, USUAL, '\n');

const skipped = (length: number, byteOffset: number, lineNumber: number, segmentNumber: number) => ({
  issueType: 'INVALID',
  ruleId: 'input-skipped',
  message: `Skipped ${length} bytes that are not EDI, from byte ${byteOffset} (line ${lineNumber})`,
  place: { lineNumber, segmentNumber, byteOffset },
});

/** A range that holds what looks like segments: data is lost, which text around interchanges is not. */
const lost = (...where: Parameters<typeof skipped>) => ({ ...skipped(...where), dataLoss: true });

describe('skipped ranges', () => {
  it('reports junk before the ISA with its offset and length', () => {
    const junk = 'HTTP/1.1 200 OK\r\nServer: x\r\n\r\n';
    const reading = readEveryWay(`\n${junk}${TEXT}`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([skipped(junk.length, 1, 2, 1)]);
    expect(reading.segments[0]?.place).toEqual({ lineNumber: 5, segmentNumber: 1, byteOffset: junk.length + 1 });
  });

  it.each(['text', 'x', 'ISA', 'IISA'])('reports %s that is glued to the ISA, however the bytes come', (glued) => {
    const reading = readEveryWay(`${glued}${TEXT}${glued}${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS]);
    expect(reading.issues.map(({ message }) => message)).toEqual([
      `Skipped ${glued.length} bytes that are not EDI, from byte 0 (line 1)`,
      expect.stringMatching(`^Skipped ${glued.length} bytes`),
    ]);
  });

  it('does not take the letters ISA at the end of a word for an interchange', () => {
    const reading = readEveryWay(`LISA*and*PISA*${TEXT}`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([skipped(14, 0, 1, 1)]);
  });

  it('reports junk between interchanges', () => {
    const reading = readEveryWay(`${TEXT}-- next file --\n${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS]);
    expect(reading.issues).toEqual([skipped(16, TEXT.length, 8, 8)]);
  });

  it('reports junk after the last interchange', () => {
    const reading = readEveryWay(`${TEXT}the end`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([skipped(7, TEXT.length, 8, 8)]);
  });

  it('reports each range once', () => {
    const reading = readEveryWay(`one\n${TEXT}two\n${TEXT}three`);
    expect(reading.issues.map(({ message }) => message)).toEqual([
      'Skipped 4 bytes that are not EDI, from byte 0 (line 1)',
      `Skipped 4 bytes that are not EDI, from byte ${4 + TEXT.length} (line 9)`,
      `Skipped 5 bytes that are not EDI, from byte ${8 + 2 * TEXT.length} (line 17)`,
    ]);
  });

  it('reports a second IEA as bytes outside an interchange', () => {
    const reading = readEveryWay(`${TEXT}IEA*1*000000001~\n`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([lost(17, TEXT.length, 8, 8)]);
  });

  it.each([[['IEA*1*000000001']], [['GE*1*1', 'IEA*1*000000001']]])('should read the segments after trailers inside a transaction set: %j', (trailers) => {
    const at = SEGMENTS.findIndex((text) => text.startsWith('CLP'));
    const segments = [...SEGMENTS.slice(0, at), ...trailers, ...SEGMENTS.slice(at)];
    const reading = readEveryWay(writeSegments([...segments, ...SEGMENTS], USUAL, '\n'));
    expect(textsOf(reading)).toEqual([...segments, ...SEGMENTS]);
    expect(reading.issues).toEqual([]);
  });

  it('should not read text after such an IEA as segments', () => {
    const text = writeSegments([...SEGMENTS.slice(0, 4), 'IEA*1*000000001'], USUAL, '\n');
    const reading = readEveryWay(`${text}END of file\n${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS.slice(0, 4), 'IEA*1*000000001', ...SEGMENTS]);
    expect(reading.issues).toEqual([skipped(12, text.length, 6, 6)]);
  });

  it.each(['VISA* ', `VISA${'*'.repeat(16)}:~`, `ISA ${'a '.repeat(15)}-.`, 'ISAAC*', 'xISA*', 'ISA ', 'ISA*00*short'])(
    'does not take %j in junk for the start of an interchange',
    (junk) => {
      const reading = readEveryWay(`junk ${junk}\n${'-'.repeat(500)}\n${TEXT}`);
      expect(textsOf(reading)).toEqual(SEGMENTS);
      const report = junk === 'ISA*00*short' ? lost : skipped;
      expect(reading.issues).toEqual([report(junk.length + 507, 0, 1, 1)]);
    },
  );

  it('does not take a GS or ST in junk for a start', () => {
    const reading = readEveryWay(`junk GS*1 ST*2\n${TEXT}`);
    expect(reading.issues).toEqual([lost(15, 0, 1, 1)]);
  });

  it('goes on with a group that follows an interchange without an ISA of its own', () => {
    const reading = readEveryWay(`${TEXT}GS*HP*S*R*20250115*0930*2*X*005010X221A1~ST*835*2~SE*2*2~GE*1*2~`);
    expect(idsOf(reading)).toBe('ISA GS ST CLP SE GE IEA GS ST SE GE');
    expect(reading.issues).toEqual([]);
  });

  it('starts a new interchange at an ISA where a segment should be', () => {
    const [, , ...withoutEnd] = [...SEGMENTS].reverse();
    const reading = readEveryWay(writeSegments(withoutEnd.reverse()) + TEXT);
    expect(idsOf(reading)).toBe('ISA GS ST CLP SE ISA GS ST CLP SE GE IEA');
    expect(reading.issues).toEqual([]);
  });

  it('starts a new interchange with other delimiters where the one before has no IEA', () => {
    const other = { element: '|', component: '>', repetition: '!', segment: '~' };
    const reading = readEveryWay(writeSegments(SEGMENTS.slice(0, -1)) + writeSegments(SEGMENTS, other));
    expect(idsOf(reading)).toBe('ISA GS ST CLP SE GE ISA GS ST CLP SE GE IEA');
  });

  it.each([
    ['prose', 'Dear reader, this is a letter and no interchange.'],
    ['JSON', '{"claims":[{"id":1}]}'],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an archive', Buffer.from('504b0304140000000800', 'hex')],
    ['one character', 'I'],
    ['an ISA whose separator is a letter', 'ISAx00x'],
    ['EDIFACT', "UNA:+.? 'UNB+UNOC:3+S+R+250115:0930+1'"],
  ])('throws EDI_NOT_EDI for %s', (_name, input) => {
    expect(readEveryWay(input)).toMatchObject({ error: 'EDI_NOT_EDI', segments: [] });
  });

  it('throws EDI_NOT_EDI when junk before the ISA goes on past 64 KB', () => {
    expect(readEveryWay('-'.repeat(65_537) + TEXT)).toMatchObject({ error: 'EDI_NOT_EDI', segments: [] });
    expect(readEveryWay('-'.repeat(65_536) + TEXT).segments).toHaveLength(SEGMENTS.length);
  });

  it.each([
    ['no bytes', ''],
    ['blanks and line breaks', ' \r\n\t\n'],
    ['NUL bytes', '\0\0\0\0\0'],
    ['a byte order mark', '\uFEFF'],
    ['a byte order mark of UTF-16', Buffer.from('fffe', 'hex')],
  ])('throws EDI_EMPTY_INPUT for %s', (_name, input) => {
    expect(readEveryWay(input)).toMatchObject({ error: 'EDI_EMPTY_INPUT', segments: [], issues: [] });
  });

  it('reads an ISA in lower case as one', () => {
    expect(idsOf(readEveryWay(`${isa().replace('ISA', 'isa')}~IEA*0*000000001~`))).toBe('ISA IEA');
  });
});
