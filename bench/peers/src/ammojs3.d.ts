/** The WASM build, and functions of it that the package's own types lack: they are of the build in asm.js, which is slower. */
declare module 'ammojs3/dist/ammo.wasm.js' {
  import Ammo from 'ammojs3';

  interface Lacking {
    getPointer(object: unknown): number;
    addFunction(call: () => void, signature: string): number;
    readonly INTERNAL_TICK_CALLBACK_SIGNATURE: string;
  }
  export default function load(): Promise<typeof Ammo & Lacking>;
}
