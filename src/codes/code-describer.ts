import type { CodeDirectory, CodesByList, DescriptionsByList } from '../mapping/code-descriptions';
import type { CodeDescription } from '../mapping/code-list';
import { isLoaded } from './code-lists';
import type { CodeStore } from './code-store';
import type { LookupFailureListener } from './code.types';
import { type CodeEntity } from './entities/code.entity';
import { describeByShape, descriptionOf, NDC, validityOf } from './describe-code';
import { BILLED_DIGITS, PRODUCT_DIGITS } from './national-drug-code';
import { plainCode } from './words';

/** Maximum of codes per statement. */
const CODES_PER_STATEMENT = 400;

const REVENUE_CODE = 'REVENUE_CODE';
const SHORT_REVENUE_CODE = 3;

/** Sub types that hold the codes of a list, best first, if they differ from the list's own. */
const KEPT_UNDER: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['ICD_10', 'ICD_10_PRINCIPAL', 'ICD_10_ADMITTING', 'ICD_10_REASON_FOR_VISIT', 'ICD_10_EXTERNAL_CAUSE_OF_INJURY'].map((list) => [
      list,
      ['ICD_10', 'ICD_10_HEADER'],
    ]),
  ),
  ...Object.fromEntries(['ICD_9_PRINCIPAL', 'ICD_9_ADMITTING', 'ICD_9_REASON_FOR_VISIT', 'ICD_9_EXTERNAL_CAUSE_OF_INJURY'].map((list) => [list, ['ICD_9']])),
  ICD_10_PCS_PRINCIPAL: ['ICD_10_PCS'],
  ICD_9_PCS_PRINCIPAL: ['ICD_9_PCS'],
  HCPCS_PRINCIPAL: ['HCPCS', 'CPT'],
  HCPCS_MODIFIER: ['HCPCS_MODIFIER', 'CPT_MODIFIER'],
  CARC_RARC: ['CARC', 'RARC'],
};

/** Describes the codes of converted output from the database. */
export class CodeDescriber implements CodeDirectory {
  /** `open` returns the database; it is called when the first code is looked up. */
  constructor(
    private readonly open: () => Promise<CodeStore>,
    private readonly onFailure: LookupFailureListener,
  ) {}

  async describe(codes: CodesByList): Promise<DescriptionsByList> {
    const described = new Map<string, ReadonlyMap<string, CodeDescription>>();
    try {
      const store = await this.open();
      for (const [list, wanted] of codes) described.set(list, await describeList(store, list, wanted));
    } catch (cause) {
      this.onFailure(cause);
      for (const [list, wanted] of codes) if (!described.has(list)) described.set(list, describeByShape(list, wanted));
    }
    return described;
  }
}

async function describeList(store: CodeStore, list: string, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, CodeDescription>> {
  const described = new Map<string, CodeDescription>();
  const codes = [...wanted];
  const subTypes = KEPT_UNDER[list] ?? [list];
  const isComplete = await isLoaded(store, subTypes);
  for (let from = 0; from < codes.length; from += CODES_PER_STATEMENT) {
    const some = codes.slice(from, from + CODES_PER_STATEMENT);
    const found = await lookUp(store, subTypes, [...new Set(some.flatMap((code) => keysOf(list, code)))]);
    for (const code of some) {
      const entity = keysOf(list, code).flatMap((key) => found.get(key) ?? [])[0];
      const validity = validityOf(entity, isComplete);
      described.set(code, { ...descriptionOf(list, code, entity), ...(validity ? { validity } : {}) });
    }
  }
  return described;
}

/** Stored forms of a code, best first: of an NDC the package, then the product; revenue codes also without their leading zero. */
function keysOf(list: string, code: string): readonly string[] {
  const plain = plainCode(code);
  if (list === REVENUE_CODE && plain.length === SHORT_REVENUE_CODE) return [plain, `0${plain}`];
  return list === NDC && plain.length === BILLED_DIGITS ? [plain, plain.slice(0, PRODUCT_DIGITS)] : [plain];
}

/** Returns the best code for each key: by the order of the sub types, active before ended. */
async function lookUp(store: CodeStore, subTypes: readonly string[], keys: readonly string[]): Promise<ReadonlyMap<string, CodeEntity>> {
  const entities = await store.repositories.codes
    .createQueryBuilder('code')
    .where('(code.plainCode IN (:...keys) OR code.alternativeCode IN (:...keys))', { keys })
    .andWhere('code.subType IN (:...subTypes)', { subTypes })
    .getMany();
  const rank = ({ subType, endDate }: CodeEntity): number => 2 * subTypes.indexOf(subType) + (endDate === null ? 0 : 1);
  const best = new Map<string, CodeEntity>();
  for (const entity of entities.sort((a, b) => rank(b) - rank(a))) {
    best.set(entity.plainCode, entity);
    if (entity.alternativeCode !== null) best.set(entity.alternativeCode, entity);
  }
  return best;
}
