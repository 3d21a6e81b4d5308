import { EdiError } from '../../common/edi-error';
import { nearestName } from '../../common/nearest-name';
import type { SampleFault, SamplePart } from '../../plugin/sample';

/** The faults of a file. Each is put into the first text that has a place for it, and a text has one fault at most. */
export class FaultPlan {
  private readonly waiting: SampleFault[];

  /** Throws EDI_BAD_PARAMETER for a name that is not among the known faults. */
  constructor(
    names: string,
    known: readonly SampleFault[],
    private readonly placed: string[],
  ) {
    this.waiting = listedNames(names).map((name) => findFault(name, known));
  }

  /** Throws EDI_BAD_PARAMETER if a fault has found no place. Called at the end. */
  checkAllPlaced(): void {
    const [first] = this.waiting;
    if (first !== undefined)
      throw new EdiError('EDI_BAD_PARAMETER', `faults=${first.id} has no place in these records. Write more of them, or use another seed.`);
  }

  /** The text, with a fault if one waits for it. */
  apply(part: SamplePart, text: string): string {
    if (this.waiting.length === 0) return text;
    for (const [at, fault] of this.waiting.entries()) {
      if (!(fault.parts ?? RECORDS).includes(part)) continue;
      const faulty = fault.apply(text);
      if (faulty === text) continue;
      this.waiting.splice(at, 1);
      this.placed.push(fault.id);
      return faulty;
    }
    return text;
  }
}

const RECORDS: readonly SamplePart[] = ['record'];

const listedNames = (names: string): readonly string[] => [...new Set(names.split(',').map((name) => name.trim()))].filter((name) => name !== '');

function findFault(name: string, known: readonly SampleFault[]): SampleFault {
  const fault = known.find(({ id }) => id === name);
  if (fault !== undefined) return fault;
  const ids = known.map(({ id }) => id);
  const nearest = nearestName(name, ids);
  throw new EdiError(
    'EDI_BAD_PARAMETER',
    `faults=${name} is not known. ${nearest === undefined ? `Faults of this sample are ${ids.join(', ')}.` : `Did you mean ${nearest}?`}`,
  );
}
