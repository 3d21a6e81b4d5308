import type { Chunk } from '../x12/segment';
import type { Kernel } from './kernel';
import { FORM, FORM_OF_SEGMENT, KIND, KNOWN, READ } from './layout';

const INT = 4;
const BITS = 32;
const TEXT: number = KIND.TEXT;

const NO_PARTS: FormParts = { kinds: new Uint8Array(0), elements: [] };

/** How the form of a segment is made: the kinds of its elements, and of their parts. */
export interface FormParts {
  readonly kinds: Uint8Array;
  readonly elements: readonly { readonly parts: FormParts; readonly isExternal: boolean }[];
}

/** A segment of the guide. */
export interface KnownSegmentForms {
  readonly def: { readonly position: number };
  readonly form: FormParts;
  /** The code that distinguishes segments of the same place. */
  readonly code: { readonly element: number; readonly component: number } | undefined;
  readonly isLevel: boolean;
  /** True for what opens a unit, or a loop that units stand in. */
  readonly holdsUnits: boolean;
}

/** What is known of the segments of one record. */
export interface KnownForms {
  /** Number of slots of the guide. */
  readonly slotCount: number;
  at(slot: number): KnownSegmentForms;
  /** Slots of the segments that were asked for, in the order of the first time. */
  readonly met: readonly number[];
  /** What is known to be in the record: READ, and which places in it changed since the last time, each as long as a row. */
  readonly read: { readonly rows: Int32Array; takeChanged(): readonly number[] };
  /** Gives the form of a value that is no plain number or date. */
  formOf(chunk: Chunk, start: number, end: number, kind: number): number;
}

/** The forms of a record in the memory of the kernel. */
export interface HeldForms {
  /** Address of the table of its segments by slot. */
  readonly segments: number;
  readonly read: number;
  /** How many of the slots that were met are there. */
  met: number;
}

/** Copies what is known of forms into the memory of the kernel, as far as segments are met. */
export class FormTables {
  private readonly held = new WeakMap<KnownForms, HeldForms>();
  /** Tables whose forms were collected: memory of the kernel never shrinks, and a program may make one engine after the other. */
  private readonly free: number[] = [];
  private readonly collected = new FinalizationRegistry<number>((table) => void this.free.push(table));

  constructor(private readonly kernel: Kernel) {}

  /** True where all that stands in a loop, and in those in it, is known to be in its record. */
  areRead(forms: KnownForms, loop: number, repetition: number | undefined): boolean {
    const held = this.heldOf(forms);
    for (;;) {
      const slot = this.kernel.run.unread(held.segments, held.read, loop, repetition ?? -1);
      if (slot === -1) return true;
      if (slot < 0 || !this.copy(forms, held, slot)) return false;
    }
  }

  /** Copies what was learned since the last time; gives where the segments and forms of a record are. */
  refresh(forms: KnownForms): HeldForms {
    const held = this.heldOf(forms);
    const { met } = forms;
    while (held.met < met.length) this.copySegment(forms, held, met[held.met++] ?? 0);
    this.copyChanged(forms, held);
    return held;
  }

  private heldOf(forms: KnownForms): HeldForms {
    let held = this.held.get(forms);
    if (held !== undefined) return held;
    const { kernel } = this;
    held = { segments: kernel.allocate(forms.slotCount * INT), read: this.free.pop() ?? kernel.allocate(READ.BYTES), met: 0 };
    kernel.ints.set(forms.read.rows, held.read >> 2);
    this.held.set(forms, held);
    this.collected.register(forms, held.read);
    return held;
  }

  /** Copies a segment, or forms that were added since the last time; false where there are none. */
  private copy(forms: KnownForms, held: HeldForms, slot: number): boolean {
    return this.copySegment(forms, held, slot) || this.copyChanged(forms, held);
  }

  private copySegment(forms: KnownForms, held: HeldForms, slot: number): boolean {
    const at = (held.segments >> 2) + slot;
    if (this.kernel.ints[at] !== 0) return false;
    const address = this.segment(forms.at(slot));
    this.kernel.ints[at] = address;
    return true;
  }

  private copyChanged({ read }: KnownForms, held: HeldForms): boolean {
    const changed = read.takeChanged();
    for (const row of changed) this.kernel.ints.set(read.rows.subarray(row, row + (READ.SIZE >> 2)), (held.read >> 2) + row);
    return changed.length > 0;
  }

  private segment({ def, form, code, isLevel, holdsUnits }: KnownSegmentForms): number {
    const { kernel } = this;
    const address = kernel.allocate(KNOWN.SIZE);
    const row = [code?.element ?? 0, code?.component ?? 0, this.form(form), def.position, isLevel ? 1 : 0, holdsUnits ? 1 : 0];
    kernel.ints.set(row, address >> 2);
    return address;
  }

  private form({ kinds, elements }: FormParts): number {
    const { kernel } = this;
    if (kinds.length === 0) return 0;
    const address = kernel.allocate(FORM.HEAD + FORM.SIZE * kinds.length);
    const rows = Array.from(kinds).flatMap((kind, i) => {
      const { parts = NO_PARTS, isExternal = false } = elements[i] ?? {};
      return [kind, this.form(parts), isExternal ? 1 : 0, 0];
    });
    kernel.ints[address >> 2] = kinds.length;
    // Also those behind the last that the guide has.
    kernel.ints[(address + FORM_OF_SEGMENT.TEXTS) >> 2] = kinds.reduce((bits, kind, i) => (kind === TEXT || i >= BITS ? bits : bits & ~(1 << i)), -1);
    kernel.ints.set(rows, (address + FORM.HEAD) >> 2);
    return address;
  }
}
