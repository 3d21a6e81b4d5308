import type { LoopNode } from './loop-node';

/** Closed levels that are still found as parents; open ones are always. */
const MAX_LEVELS = 256;

/**
 * Finds hierarchical levels by HL01. Guides order levels depth first, so the newest are enough;
 * the bound keeps a file with a million levels in flat memory.
 */
export class HlRegister {
  private readonly nodes = new Map<string, LoopNode>();

  add(number: string, node: LoopNode): void {
    this.nodes.delete(number);
    this.nodes.set(number, node);
    if (this.nodes.size <= MAX_LEVELS) return;
    const open = new Set<LoopNode>();
    for (let ancestor: LoopNode | undefined = node; ancestor !== undefined; ancestor = ancestor.parent) open.add(ancestor);
    for (const [key, level] of this.nodes) {
      if (open.has(level)) continue;
      this.nodes.delete(key);
      break;
    }
  }

  find(number: string): LoopNode | undefined {
    return this.nodes.get(number);
  }
}
