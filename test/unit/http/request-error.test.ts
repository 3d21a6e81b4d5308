import { BadRequestException, NotFoundException } from '@nestjs/common';
import { EdiError } from '../../../src/common/edi-error';
import { errorBody } from '../../../src/http/errors/errors';
import { toRequestError } from '../../../src/http/errors/errors';

describe('toRequestError', () => {
  it('gives an EdiError as it is', () => {
    const error = new EdiError('EDI_NOT_EDI', 'not EDI');
    expect(toRequestError(error)).toBe(error);
  });

  it.each([
    [new NotFoundException('Cannot GET /x?name=DOE'), 'EDI_NOT_FOUND'],
    [new BadRequestException('DOE'), 'EDI_BAD_PARAMETER'],
    [Object.assign(new Error('DOE'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }), 'EDI_UNSUPPORTED_MEDIA_TYPE'],
    [Object.assign(new Error('DOE'), { code: 'OTHER', statusCode: 404 }), 'EDI_INTERNAL'],
    [Object.assign(new Error('DOE'), { status: 403, statusCode: 403 }), 'EDI_NOT_FOUND'],
    [Object.assign(new Error('DOE'), { statusCode: 404 }), 'EDI_INTERNAL'],
    [new Error('DOE'), 'EDI_INTERNAL'],
    ['DOE', 'EDI_INTERNAL'],
  ])('puts the failures of frameworks into words of its own: %s', (thrown, code) => {
    const error = toRequestError(thrown);
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('DOE');
  });
});

describe('errorBody', () => {
  it('passes on what concerns the input', () => {
    expect(JSON.parse(JSON.stringify(errorBody(new EdiError('EDI_NOT_EDI', 'not EDI'), 'a.edi')))).toEqual({
      objectType: 'ERROR',
      code: 'EDI_NOT_EDI',
      message: 'not EDI',
      fileName: 'a.edi',
    });
  });

  it('keeps what concerns the inside', () => {
    expect(errorBody(new EdiError('EDI_GUIDE_INVALID', '/opt/guides/x.yaml:3:1')).message).not.toContain('/opt');
  });
});
