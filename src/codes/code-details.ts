import { In } from 'typeorm';
import { EdiError } from '../common/edi-error';
import { toCodeRecord } from './code-record';
import { otherForms } from './code-shape';
import { ask, type CodeStore } from './code-store';
import { CODE_TYPES, type CodeType, listName } from './code-type';
import type { CheckType, ClaimSetting, CodeCategory, CodeChoice, CodeDetail, CodeEdits, DisallowedCode } from './code.types';
import type { CodeEntity } from './entities/code.entity';
import { plainCode } from './words';

/** Among the lists of one type, these come first; the others follow by name. */
const PREFERRED_SUB_TYPES = ['ICD_10', 'ICD_10_PCS', 'HCPCS', 'PLACE_OF_SERVICE'];

/** Returns one code with all that is known of it (interface document, 4.1). */
export class CodeDetails {
  /** `today` returns the day (yyyy-mm-dd) on which an edit must still be in force. */
  constructor(
    private readonly store: CodeStore,
    private readonly today: () => string = () => new Date().toISOString().slice(0, 10),
  ) {}

  /**
   * Finds a code, with or without dots and hyphens, in any case; a code that no list has may be found in another usual form (type of bill 0131). Within a type an active code takes precedence over an ended one. Throws EDI_CODE_NOT_FOUND,
   * and EDI_CODE_AMBIGUOUS for a code of several types if `type` is absent. An aborted signal ends the work after the statement that runs.
   */
  async find(code: string, choice: CodeChoice = {}, signal?: AbortSignal): Promise<CodeDetail> {
    return ask(this.store, () => this.findOne(code, choice, signal), signal);
  }

  private async findOne(code: string, { types = CODE_TYPES, subType }: CodeChoice, signal: AbortSignal | undefined): Promise<CodeDetail> {
    const plain = plainCode(code);
    const type = In([...types]);
    const list = subType === undefined ? {} : { subType: listName(subType) };
    const { codes } = this.store.repositories;
    const found = await codes.find({
      where: [
        { plainCode: plain, type, ...list },
        { alternativeCode: plain, type, ...list },
      ],
    });
    const forms = found.length > 0 ? [] : otherForms(plain).filter((form) => types.includes(form.type));
    const meant = forms.length === 0 ? found : await codes.find({ where: forms.map((form) => ({ ...form, ...list })) });
    const [best] = meant.sort(byPreference(this.today()));
    if (best === undefined || plain === '') throw notFound(types);
    const foundTypes = [...new Set(meant.map(({ type }) => type))].sort();
    if (foundTypes.length > 1) throw ambiguous(foundTypes);
    return this.complete(best, signal);
  }

  private async complete(entity: CodeEntity, signal: AbortSignal | undefined): Promise<CodeDetail> {
    const { type, plainCode: plain } = entity;
    signal?.throwIfAborted();
    const categories = await this.categoriesOf(type, plain);
    signal?.throwIfAborted();
    const edits = await this.editsOf(type, plain);
    return { ...toCodeRecord(entity), ...(categories.length > 0 ? { categories } : {}), ...(edits.checkTypes.length > 0 ? { edits } : {}) };
  }

  private async categoriesOf(type: CodeType, plain: string): Promise<readonly CodeCategory[]> {
    const rows = await this.store.repositories.categories.find({ where: { type, plainCode: plain }, order: { id: 'ASC' } });
    return rows.map((row) => ({ type: row.categoryType, subType: row.categorySubType, code: row.categoryCode, desc: row.categoryDesc }));
  }

  private async editsOf(type: CodeType, plain: string): Promise<CodeEdits> {
    const where = { type, plainCode: plain };
    const { unitLimits, ageLimits } = this.store.repositories;
    const limits = await unitLimits.find({ where, order: { claimType: 'ASC', id: 'ASC' } });
    const [ages] = await ageLimits.find({ where, order: { id: 'ASC' } });
    const disallowedCodes = await this.disallowedCodes(type, plain);
    const minAge = ages?.minAge ?? undefined;
    const maxAge = ages?.maxAge ?? undefined;
    const checks: Readonly<Record<CheckType, boolean>> = {
      MUE: limits.length > 0,
      MIN_AGE: minAge !== undefined,
      MAX_AGE: maxAge !== undefined,
      PTP: disallowedCodes.length > 0,
    };
    return {
      checkTypes: CHECK_TYPES.filter((check) => checks[check]),
      ...(checks.MUE ? { mueLimits: limits.map(({ claimType, maxUnits, rationale }) => ({ claimType, maxUnits, rationale })) } : {}),
      ...(minAge === undefined ? {} : { minAge }),
      ...(maxAge === undefined ? {} : { maxAge }),
      ...(checks.PTP ? { disallowedCodes } : {}),
    };
  }

  /** Partners on either side of an edit that is in force, each with all settings in which it is. */
  private async disallowedCodes(type: CodeType, plain: string): Promise<readonly DisallowedCode[]> {
    const pairs = await this.store.repositories.pairs
      .createQueryBuilder('pair')
      .where('pair.type = :type AND (pair.plainCode = :plain OR pair.partnerCode = :plain)', { type, plain })
      .andWhere('(pair.startDate IS NULL OR pair.startDate <= :today) AND (pair.endDate IS NULL OR pair.endDate >= :today)', { today: this.today() })
      .getMany();
    const merged = new Map<string, DisallowedCode & { readonly claimTypes: ClaimSetting[] }>();
    for (const { plainCode: first, partnerCode, claimType, rationale, modifierAllowed } of pairs) {
      const code = first === plain ? partnerCode : first;
      const key = [code, rationale, modifierAllowed].join('\t');
      const known = merged.get(key);
      if (known === undefined) merged.set(key, { code, rationale, claimTypes: [claimType], modifierAllowed: modifierAllowed === 1 });
      else if (!known.claimTypes.includes(claimType)) known.claimTypes.push(claimType);
    }
    for (const { claimTypes } of merged.values()) claimTypes.sort();
    return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  }
}

const CHECK_TYPES: readonly CheckType[] = ['MUE', 'MIN_AGE', 'MAX_AGE', 'PTP'];

function byPreference(today: string): (a: CodeEntity, b: CodeEntity) => number {
  const rank = ({ endDate, subType }: CodeEntity): number => {
    const preferred = PREFERRED_SUB_TYPES.indexOf(subType);
    return (endDate !== null && endDate < today ? 100 : 0) + (preferred < 0 ? PREFERRED_SUB_TYPES.length : preferred);
  };
  return (a, b) => rank(a) - rank(b) || (a.subType < b.subType ? -1 : 1);
}

function notFound(types: readonly CodeType[]): EdiError {
  const where = types.length === CODE_TYPES.length ? 'No code set that is loaded' : `No set of the type ${types.join(', ')} that is loaded`;
  return new EdiError('EDI_CODE_NOT_FOUND', `${where} has the code. Search for its words, or import the set that it is from.`);
}

function ambiguous(types: readonly CodeType[]): EdiError {
  return new EdiError('EDI_CODE_AMBIGUOUS', `The code is in several code sets. Say which one is meant: type=${types.join(', type=')}.`);
}
