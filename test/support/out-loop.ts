import type { LoopDef, SegmentDef } from '../../src/guide/guide.types';
import type { LoopNode } from '../../src/guide/loop-node';
import { ByteWriter } from '../../src/common/byte-writer';
import { OutLoop, type OutValue } from '../../src/guide/out-loop';
import { TransactionSetWriter } from '../../src/guide/loop-writer';
import type { Segment } from '../../src/x12/segment';
import { SegmentWriter, type SegmentWriterOptions } from '../../src/x12/segment-writer';

/** A loop that was read, as a loop to be written. */
export function toOutLoop(node: LoopNode): OutLoop {
  const out = new OutLoop(node.def);
  fill(node, out);
  return out;
}

/** Writes a whole transaction set; without line breaks, unless options say otherwise. */
export function writtenText(root: OutLoop, options: SegmentWriterOptions = {}): string {
  const out = new ByteWriter();
  const writer = new TransactionSetWriter(new SegmentWriter(out, { lineBreak: '', ...options }));
  writer.open(root, false);
  writer.close();
  return out.take().toString();
}

function fill(node: LoopNode, out: OutLoop): void {
  for (const segment of node.segments) out.add(defOf(node.def, segment), elementsOf(segment));
  for (const child of node.loops) fill(child, out.addLoop(child.def));
}

function defOf(loop: LoopDef, segment: Segment): SegmentDef {
  const def = loop.children.find((child) => child.kind === 'segment' && child.slot === segment.slot);
  if (def?.kind !== 'segment') throw new Error(`Segment ${segment.id} has no place in loop ${loop.id}.`);
  return def;
}

/** Every element with its components and repetitions, so that it can be written with other delimiters. */
export function elementsOf(segment: Segment): OutValue[] {
  const component = String.fromCharCode(segment.chunk.delimiters.component);
  return Array.from({ length: segment.elementCount }, (_, i) => ({
    repetitions: segment.repetitions(i + 1).map((one) => one.split(component)),
  }));
}
