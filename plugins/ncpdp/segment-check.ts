import type { FieldDef, GroupUse, Member } from './dictionary.types';
import { type FieldVisitor, FieldWalk } from './field-walk';
import { type IssueMaker, ofField, REJECT, rejectedBy } from './issue-maker';
import { countDiffers, fieldNotAllowed, fieldOrder, fieldRepeated, fieldRequired, fieldUnknown, groupTooLong } from './rules';
import type { EncodePlans, FieldPlan, GroupPlan } from './segment-plan';
import type { TelecomSegment, Transmission } from './transmission';
import { checkValue } from './value-check';

/** Context in which a segment is checked. */
export interface SegmentCheckContext {
  readonly transmission: Transmission;
  readonly plans: EncodePlans;
  readonly maker: IssueMaker;
  readonly is51: boolean;
}

/** Checks the fields of a segment that the dictionary knows: presence, order, counts, and each value. */
export function checkSegment(segment: TelecomSegment, context: SegmentCheckContext): void {
  const { def } = segment;
  if (def === undefined) return;
  const check = new SegmentCheck(segment, def.members, context);
  new FieldWalk(check).walk(context.transmission, segment, context.plans.segment(segment.id, def));
  check.end();
}

/** An object whose members are being checked: the segment, or an item of a group. */
interface Scope {
  readonly members: readonly Member[];
  readonly fields: Set<string>;
  /** Items of the groups in it, by key. */
  readonly items: Map<string, number>;
  /** Values of fields that count items. */
  readonly counts: Map<string, number>;
}

const newScope = (members: readonly Member[]): Scope => ({ members, fields: new Set(), items: new Map(), counts: new Map() });

class SegmentCheck implements FieldVisitor {
  private readonly scopes: Scope[];
  /** An optional field of the segment has come. */
  private hasOptional = false;

  constructor(
    private readonly segment: TelecomSegment,
    members: readonly Member[],
    private readonly context: SegmentCheckContext,
  ) {
    this.scopes = [newScope(members)];
  }

  openGroup(group: GroupPlan): void {
    this.countItem(group.key);
    this.scopes.push(newScope(group.use.members));
  }

  nextItem(group: GroupPlan): void {
    this.closeScope();
    this.countItem(group.key);
    this.scopes.push(newScope(group.use.members));
  }

  closeGroup(): void {
    this.closeScope();
  }

  field(plan: FieldPlan, start: number, end: number, count: number): void {
    const { field, isDeclared } = plan;
    const { maker, is51, transmission } = this.context;
    if (!isDeclared) return this.stray(field);
    if (end === start) return;
    const { bytes } = transmission;
    this.scope.fields.add(field.id);
    if (field.type === 'integer') this.scope.counts.set(field.id, Number(bytes.toString('latin1', start, end)));
    this.checkOrder(plan);
    if (count > 1) {
      const message = `Field ${field.id} (${field.key}) does not repeat`;
      maker.at(this.segment, fieldRepeated, { ...ofField(field, REJECT.fieldRepeated), maxNumberOfItems: 1, actualNumberOfItems: count, message });
    }
    if (is51 && field.since !== undefined) this.notAllowed(field, 'is not part of version 5.1');
    if (!is51 && field.isOnly51) this.notAllowed(field, 'is part of version 5.1 only');
    checkValue(field, { bytes, start, end }, is51, this.segment, maker);
  }

  end(): void {
    this.closeScope();
  }

  private get scope(): Scope {
    const scope = this.scopes.at(-1);
    if (scope === undefined) throw new RangeError('A field is checked outside its segment.');
    return scope;
  }

  private countItem(key: string): void {
    const { items } = this.scope;
    items.set(key, (items.get(key) ?? 0) + 1);
  }

  private checkOrder({ field, path }: FieldPlan): void {
    if (path.length > 0) return;
    const use = this.scopes[0]?.members.find((member) => member.kind === 'field' && member.field === field);
    if (use?.isRequired !== true) this.hasOptional ||= use !== undefined && !this.isCount(field);
    else if (this.hasOptional) {
      const message = `Mandatory field ${field.id} (${field.key}) stands after an optional field`;
      this.context.maker.at(this.segment, fieldOrder, { ...ofField(field, REJECT.fieldOrder), message });
    }
  }

  private isCount(field: FieldDef): boolean {
    return this.scopes[0]?.members.some((member) => member.kind === 'group' && member.count === field && member.isRequired) ?? false;
  }

  private stray(field: FieldDef): void {
    if (field.number !== '') return this.notAllowed(field, `does not belong to segment ${this.segment.id}`);
    this.context.maker.at(this.segment, fieldUnknown, {
      element: field.id,
      fieldName: field.key,
      ...rejectedBy(REJECT.syntax),
      message: `Field ${field.id} is not part of the standard`,
    });
  }

  private notAllowed(field: FieldDef, why: string): void {
    this.context.maker.at(this.segment, fieldNotAllowed, { ...ofField(field), message: `Field ${field.id} (${field.key}) ${why}` });
  }

  private closeScope(): void {
    const scope = this.scopes.pop();
    for (const member of scope?.members ?? []) {
      if (scope === undefined) return;
      if (member.kind === 'group') this.checkGroup(member, scope);
      else if (member.isRequired && !scope.fields.has(member.field.id)) this.missing(member.field);
    }
  }

  private missing(field: FieldDef): void {
    this.context.maker.at(this.segment, fieldRequired, { ...ofField(field), message: `Required field ${field.id} (${field.key}) is missing` });
  }

  private checkGroup({ key, most, count, isRequired, members }: GroupUse, { items, counts }: Scope): void {
    const { maker, is51 } = this.context;
    const actual = items.get(key) ?? 0;
    const [first] = members;
    if (isRequired && actual === 0 && first?.kind === 'field') this.missing(first.field);
    if (actual > most) {
      const message = `Group ${key} has ${actual} items, more than ${most}`;
      maker.at(this.segment, groupTooLong, { fieldName: key, ...rejectedBy(count?.countReject), maxNumberOfItems: most, actualNumberOfItems: actual, message });
    }
    if (count === undefined) return;
    const said = counts.get(count.id);
    const isUsed = !(is51 && count.since !== undefined);
    if (said === undefined && actual > 0 && isUsed && !this.isDeclaredRequired(count)) this.missing(count);
    if (said === undefined || said === actual || Number.isNaN(said)) return;
    const message = `Count '${said}' of field ${count.id} does not match actual count '${actual}'`;
    maker.at(this.segment, countDiffers, { ...ofField(count, count.countReject ?? count.reject), value: String(said), message });
  }

  /** A mandatory count that is missing is reported as a mandatory field. */
  private isDeclaredRequired(count: FieldDef): boolean {
    return this.segment.def?.members.some((member) => member.kind === 'field' && member.field === count && member.isRequired) ?? false;
  }
}
