import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord, convertText, ediErrorOf, linesOf, sourceOf } from '../../support/conversion';
import { filesBelow, sharedFolder } from '../../support/shared-data';
import { CLAIM, INSURANCE, issuesOf, lossesOf, readOne, readTelecom, requestHeader, shown, telecom, writeTelecom } from '../../support/telecom';

const sample = (name: string): Buffer => readFileSync(join(__dirname, '../../../samples', name));
const SAMPLES = ['ncpdp-claim.txt', 'ncpdp-response.txt', 'ncpdp-batch.txt', 'ncpdp-visible.txt'];
const bare = telecom(`${requestHeader()}${INSURANCE}#${CLAIM}`);

describe('transmissions', () => {
  it.each(SAMPLES)('%s reads the same in pieces of any size', async (name) => {
    const whole = await readTelecom(sample(name), { convertControlSegments: true });
    expect(whole.records.length).toBeGreaterThan(0);
    for (const size of [1, 7, 100]) expect(await readTelecom(sample(name), { convertControlSegments: true }, size)).toEqual(whole);
  });

  it.each(SAMPLES.filter((name) => name !== 'ncpdp-visible.txt'))('%s is written again byte for byte', async (name) => {
    const { records } = await readTelecom(sample(name), { convertControlSegments: true });
    const { text, issues } = await writeTelecom({ transactions: records });
    expect(text).toBe(sample(name).toString());
    expect(issues).toEqual([]);
  });

  it('share header and transmission segments among their transactions', async () => {
    const { records, summary } = await readTelecom(sample('ncpdp-claim.txt'));
    expect(records.map((record) => Object.keys(record))).toEqual([
      ['transaction_header', 'insurance', 'patient', 'claim', 'pricing', 'prescriber'],
      ['transaction_header', 'insurance', 'patient', 'claim', 'pricing', 'prescriber', 'dur_pps'],
    ]);
    expect(records[1]?.['insurance']).toEqual(records[0]?.['insurance']);
    expect(summary).toMatchObject({ transactions: 2, records: 2, segments: 10 });
  });

  it('stand one after the other, parted by line breaks', async () => {
    const second = bare.replace('PCN ', 'PCN2');
    const { records, issues } = await readTelecom(`\r\n${bare}\r\n${second}\n\n${bare}\n`);
    const numbers = records.map((record) => asRecord(record['transaction_header'])['process_or_control_number']);
    expect(numbers).toEqual(['PCN', 'PCN2', 'PCN']);
    expect(issues).toEqual([]);
  });

  it('may have line breaks between segments, and inside a value', async () => {
    const text = telecom(`${requestHeader()}\r\n${INSURANCE}\r\n#\r\n${CLAIM}\r\n>|AM03|DRTWO\nLINES\r\n`);
    const record = await readOne(text);
    expect(record['prescriber']).toEqual({ segment_id: 'AM03', prescriber_last_name: 'TWO\nLINES' });
    expect(asRecord(record['pricing'])['gross_amount_due']).toBeUndefined();
    expect(asRecord(record['pricing'])['usual_and_customary_charge']).toBe(10);
  });

  it('may leave out the separators around a segment id', async () => {
    const { records, issues } = await readTelecom(telecom(`${requestHeader()}AM04|C2M1#>AM07|EM1`));
    expect(records).toMatchObject([{ insurance: { cardholder_id: 'M1' }, claim: { prescription_service_reference_number_qualifier: '1' } }]);
    expect(issues).toEqual([]);
  });

  it('of one transaction without shared segments, and of shared segments alone, are records', async () => {
    expect(await readOne(telecom(`${requestHeader()}#${CLAIM}`))).toMatchObject({ claim: { segment_id: 'AM07' } });
    expect(await readOne(telecom(`${requestHeader({ code: 'E1' })}${INSURANCE}#`))).toMatchObject({ insurance: { cardholder_id: 'MEMBER1' } });
  });

  it('of F6 have a header with eight digits first, and financial ones a year and an id', async () => {
    const long = `12345678F6B1${'PCN'.padEnd(10)}101${'2999999992'.padEnd(15)}20260115${''.padEnd(10)}`;
    expect((await readOne(telecom(`${long}#${CLAIM}`)))['transaction_header']).toMatchObject({
      iin_number: '12345678',
      processor_control_number: 'PCN',
      date_of_service: '2026-01-15',
    });
    const financial = `610066D0F1${'PCN'.padEnd(10)}12026${'TX1'.padEnd(21)}${'CERT'.padEnd(10)}`;
    expect((await readOne(telecom(`${financial}${INSURANCE}`)))['transaction_header']).toMatchObject({ accumulator_year: '2026', transaction_id: 'TX1' });
  });
});

describe('batch files', () => {
  const batch = (...details: readonly string[]): string =>
    telecom(
      `[00T${'S'.padEnd(24)}0000001202601160630T12${'R'.padEnd(24)}]${details.join('')}[990000001${String(details.length).padStart(10, '0')}${''.padEnd(35)}]`,
    );
  const detail = (number: number): string => `[G1${String(number).padStart(10, '0')}${bare}]`;

  it('give their header and trailer when they are asked for', async () => {
    const { records } = await readTelecom(batch(detail(1), detail(2)), { convertControlSegments: true });
    expect(records.map((record) => Object.keys(record)[0])).toEqual(['batch_header', 'transaction_header', 'transaction_header', 'batch_trailer']);
    expect(records[0]).toEqual({
      batch_header: {
        segment_id: '00',
        transmission_type: 'T',
        sender_id: 'S',
        batch_number: '0000001',
        creation_date: '2026-01-16',
        creation_time: '06:30',
        file_type: 'T',
        version_release_number: '12',
        receiver_id: 'R',
      },
    });
    expect(records[3]).toEqual({ batch_trailer: { segment_id: '99', batch_number: '0000001', record_count: 2 } });
    expect((await readTelecom(batch(detail(1)))).records).toHaveLength(1);
  });

  it('may have line breaks between their records, and several batches', async () => {
    const { records, issues } = await readTelecom(`${batch(detail(1))}\r\n${batch(detail(1), detail(2)).replaceAll('\x03', '\x03\r\n')}`);
    expect(records).toHaveLength(3);
    expect(issues).toEqual([]);
  });

  it.each([
    ['a count that differs', batch(detail(1)).replace('0000000001   ', '0000000007   '), "Count  '7' in the closing segment does not match actual count '1'"],
    ['a count that is none', batch(detail(1)).replace('0000000001   ', '00000 0001   '), "Count  '00000 0001' in the closing segment"],
    ['another number in the trailer', batch(detail(1)).replace('990000001', '990000002'), "Batch number '0000002' of the trailer is not that of the header"],
    ['no trailer', batch(detail(1)).replace(/\x0299.*$/, ''), 'A batch has no trailer'],
    ['no header', batch(detail(1)).replace(/^\x0200[^\x03]*\x03/, ''), 'A batch trailer comes without its header'],
    ['a record without ETX', batch(detail(1), detail(2)).replace('\x03\x02G10000000002', '\x02G10000000002'), 'does not end with ETX'],
  ])('tell of %s', async (_what, text, message) => {
    const { issues, records } = await readTelecom(text);
    expect(issues.map((issue) => [issue.issueType, issue.message])).toEqual([['CONTROL', expect.stringContaining(message)]]);
    expect(records.length).toBeGreaterThan(0);
  });

  it('count the header and the trailer, or not', async () => {
    expect((await readTelecom(batch(detail(1)).replace('0000000001   ', '0000000003   '))).issues).toEqual([]);
  });

  it('lose one damaged record and keep the others', async () => {
    const damaged = detail(2).replace('610066D0B1', '6X0066D0?1');
    const { records, issues } = await readTelecom(batch(detail(1), damaged, detail(3)), { convertControlSegments: true });
    expect(records.map((record) => record['objectType'] ?? Object.keys(record)[0])).toEqual([
      'batch_header',
      'transaction_header',
      'ERROR',
      'transaction_header',
      'batch_trailer',
    ]);
    expect(lossesOf(issues)).toHaveLength(1);
  });
});

describe('damaged text', () => {
  it('of which nothing is a transmission is no EDI', async () => {
    expect((await ediErrorOf(async () => readTelecom('some text\nand more'))).code).toBe('EDI_NOT_EDI');
    expect((await ediErrorOf(async () => readTelecom(' \r\n'))).code).toBe('EDI_EMPTY_INPUT');
  });

  it('before and between transmissions is told of once for each range', async () => {
    const { records, issues } = await readTelecom(`From: a mailbox\nSubject: claims\n\n${bare}\nRubbish\n${bare}`);
    expect(records.filter((record) => record['objectType'] === undefined)).toHaveLength(2);
    expect(lossesOf(issues).map(({ place }) => place?.lineNumber)).toEqual([1]);
    // What follows a transmission on a line of its own may be its last value.
    expect(shown(JSON.stringify(records))).toContain('Rubbish');
  });

  it('is reported with its line, in whatever pieces it comes', async () => {
    const damaged = telecom(`${requestHeader()}EXTRA${INSURANCE}#${CLAIM}`);
    const text = `${damaged}\n${bare}\r\n\n${damaged}\n\n\n${bare}\n${damaged}\n`;
    for (const size of [1, 100, text.length]) {
      const { issues } = await readTelecom(text, {}, size);
      expect(lossesOf(issues).map(({ place }) => place?.lineNumber)).toEqual([1, 4, 8]);
    }
  });

  it('in no field is told of with its place', async () => {
    const { issues } = await readTelecom(telecom(`${requestHeader()}EXTRA${INSURANCE}#LOST${CLAIM}|X`));
    expect(lossesOf(issues).map(({ message }) => message)).toEqual([
      'Skipped 5 bytes that are in no field (from byte 56 on)',
      expect.stringContaining('Skipped 4 bytes'),
      expect.stringContaining('Skipped 1 bytes'),
    ]);
  });

  it('that breaks off gives what is there, and says so', async () => {
    const { records, issues } = await readTelecom(telecom(`[G10000000001${requestHeader()}${INSURANCE}#>|AM07|EM1`));
    expect(records).toMatchObject([{ claim: {} }, { objectType: 'ERROR', code: 'EDI_INPUT_ENDED' }].reverse());
    expect(lossesOf(issues)).toHaveLength(1);
  });

  it('without an end is refused by its limit', async () => {
    const endless = `${bare}\x1cPB${'X'.repeat(3000)}`;
    expect((await ediErrorOf(async () => readTelecom(endless, { maxSegmentBytes: 1000 }, 500))).code).toBe('EDI_SEGMENT_TOO_LARGE');
    const { records } = await readTelecom(`${bare}\r\n${endless}`, { maxSegmentBytes: 1000 }, 500);
    expect(records).toMatchObject([{ claim: {} }, { objectType: 'ERROR', code: 'EDI_SEGMENT_TOO_LARGE' }]);
  });
});

describe('byte offsets', () => {
  const visible = (text: string): string => text.replace(/[\x02\x03\x1c-\x1e]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)));
  const bytesBefore = (text: string, what: string): number => Buffer.byteLength(text.slice(0, text.indexOf(what)));
  const plain = telecom(`${bare}\r\n${requestHeader()}${INSURANCE}#LOST${CLAIM}>|AM99|AAvalue>REST|X\r\n`);
  const framed = telecom(`Rubbish ${'>'.repeat(20)}\n[G10000000001${bare}]\n[G10000000002${requestHeader()}#LOST${CLAIM}>|AM99|AAvalue>REST|X]`);

  it.each([
    ['of text with a byte order mark', `\ufeff${plain}`],
    ['of text with visible separators', visible(plain)],
    ['of both', `\ufeff${visible(plain)}`],
    ['of records in frames', framed],
    ['of records in visible frames after visible rubbish', visible(framed)],
  ])('%s count the bytes of the input', async (_what, text) => {
    const at = { lost: bytesBefore(text, 'LOST'), segment: bytesBefore(text, 'AM99'), rest: bytesBefore(text, 'REST') };
    for (const size of [1, 7, 1 << 16]) {
      const { issues } = await readTelecom(text, { validate: true }, size);
      const losses = lossesOf(issues).map(({ message, place }) => [message, place?.byteOffset]);
      expect(losses).toContainEqual([`Skipped 4 bytes that are in no field (from byte ${at.lost} on)`, at.lost]);
      expect(losses).toContainEqual([`Skipped 4 bytes that are in no field (from byte ${at.rest} on)`, at.rest]);
      const unknown = issues.filter(({ ruleId }) => ruleId === 'ncpdp-segment-unknown');
      expect(unknown.map(({ place }) => place?.byteOffset)).toContain(at.segment);
    }
  });

  it('of text between records have its length in the input', async () => {
    const { issues } = await readTelecom(visible(framed));
    const length = Buffer.byteLength(visible(framed).replace(/\n[^]*/, ''));
    expect(lossesOf(issues)[0]?.message).toBe(`Skipped ${length} bytes that are in no field (from byte 0 on)`);
  });
});

describe('recognition', () => {
  it.each(SAMPLES)('finds %s without being told', async (name) => {
    const converted = await convertText([sourceOf(name, sample(name))]);
    expect(linesOf(converted.text)).toEqual((await readTelecom(sample(name))).records);
  });

  it.each(['835.edi', '837p.edi', '835-dirty.edi'])('leaves %s to X12', async (name) => {
    const converted = await convertText([sourceOf(name, sample(name))]);
    expect(linesOf(converted.text).some((record) => record['transaction_header'] !== undefined)).toBe(false);
  });

  it('reads the files of the corpus', async () => {
    const corpus = sharedFolder('corpus/files');
    const files = corpus === undefined ? [] : filesBelow(corpus).filter(({ name }) => name.endsWith('.ncpdp'));
    for (const file of files) {
      const { records, issues } = await readTelecom(file.read());
      expect(records.length).toBeGreaterThan(0);
      expect(lossesOf(issues)).toEqual([]);
      expect(await issuesOf(file.read())).not.toEqual([]);
    }
  });
});
