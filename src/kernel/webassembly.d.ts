/** What the kernel needs of WebAssembly, which Node has and its types leave to those of browsers. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => object;
  const Instance: new (module: object, imports: object) => { readonly exports: object };

  interface Memory {
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB. */
    grow(pages: number): number;
  }
}
