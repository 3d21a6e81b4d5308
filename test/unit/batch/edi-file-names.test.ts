import { whyNoEdi } from '../../../src/batch/edi-file-names';

const ofFormats = new Set(['own']);

describe('whyNoEdi', () => {
  it.each(['a.edi', 'a.EDI', 'a.x12', 'a.txt', 'a.dat', 'a.835', 'a.837p', 'a.277ca', 'a.own', 'a.OWN.gz', 'a', 'a.edi.gz', 'a.gz', 'a.zip'])(
    'takes %s',
    (name) => expect(whyNoEdi(name, ofFormats)).toBeUndefined(),
  );

  it.each(['a.pdf', 'a.json', 'a.json.gz', 'a.edi.bak', 'a.8351', 'a.owner', '.a.edi', '.DS_Store', '.a.edi.partial-12'])('leaves out %s', (name) =>
    expect(whyNoEdi(name, ofFormats)).toMatch(/^(?:hidden|\..* is no extension of EDI files)$/),
  );
});
