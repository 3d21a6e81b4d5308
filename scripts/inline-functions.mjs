#!/usr/bin/env node
// Puts functions of a WebAssembly module into those that call them, further than the AssemblyScript compiler does: V8 does not, and the kernel is made of many
// small functions (docs/adr/0017-a-kernel-in-webassembly.md).
//
//   node scripts/inline-functions.mjs FILE.wasm       scripts/ensure-built.mjs runs it
import { readFileSync, writeFileSync } from 'node:fs';
import binaryen from 'assemblyscript/binaryen';

/**
 * How large a function may be, in expressions: one that is small, one that calls no other and has no loop, and one that is called at one place only. With loops
 * in the second kind, the walk of segments was one function that V8 took 37 to 52 ms and 9 MB to optimise, and no long file was read faster.
 */
const SMALL = 60;
const WITHOUT_CALLS_AND_LOOPS = 500;
const CALLED_ONCE = 4000;

const [file] = process.argv.slice(2);
const module = binaryen.readBinary(readFileSync(file));
const { SIMD128, BulkMemory, BulkMemoryOpt, MutableGlobals, SignExt, NontrappingFPToInt } = binaryen.Features;
module.setFeatures(SIMD128 | BulkMemory | BulkMemoryOpt | MutableGlobals | SignExt | NontrappingFPToInt);
binaryen.setOptimizeLevel(3);
binaryen.setShrinkLevel(0);
binaryen.setAlwaysInlineMaxSize(SMALL);
binaryen.setFlexibleInlineMaxSize(WITHOUT_CALLS_AND_LOOPS);
binaryen.setOneCallerInlineMaxSize(CALLED_ONCE);
module.optimize();
writeFileSync(file, module.emitBinary());
