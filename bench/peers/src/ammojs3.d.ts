/** The WASM build, with functions that the package's types lack: those describe the slower asm.js build. */
declare module 'ammojs3/dist/ammo.wasm.js' {
  import Ammo from 'ammojs3';

  interface Lacking {
    getPointer(object: unknown): number;
    addFunction(call: () => void, signature: string): number;
    readonly INTERNAL_TICK_CALLBACK_SIGNATURE: string;
  }
  export default function load(): Promise<typeof Ammo & Lacking>;
}
