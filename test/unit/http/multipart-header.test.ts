import { readPartHeader } from '../../../src/http/body/multipart-reader';

describe('readPartHeader', () => {
  it.each([
    ['form-data; name="files"; filename="a.edi"', 'files', 'a.edi'],
    ['form-data; name=files; filename=a.edi', 'files', 'a.edi'],
    ['form-data; filename="a; name=x.edi"; name="files"', 'files', 'a; name=x.edi'],
    ['form-data; name="files"; filename="a \\"b\\".edi"', 'files', 'a "b".edi'],
    ['form-data; name="files"; filename="a %22b%22.edi"', 'files', 'a "b".edi'],
    ['form-data; name="files"; filename="C:\\in\\a.edi"', 'files', 'C:\\in\\a.edi'],
    ['form-data; name="files"; filename="a.edi"; filename*=UTF-8\'\'%C3%A4.edi', 'files', 'ä.edi'],
    ['form-data; name="files"; filename="a.edi"; filename*=UTF-8\'\'%C3.edi', 'files', 'a.edi'],
    ['form-data; name="files"; filename="ä.edi"', 'files', 'ä.edi'],
    ['form-data; name="note"', 'note', undefined],
    ['form-data; xname="note"', undefined, undefined],
  ])('reads %s', (disposition, fieldName, fileName) => {
    expect(readPartHeader(Buffer.from(disposition).toString('latin1'))).toEqual({ fieldName, fileName });
  });

  it('reads a part without a disposition', () => {
    expect(readPartHeader('')).toEqual({ fieldName: undefined, fileName: undefined });
  });
});
