import type { Page } from 'playwright-core';

/** Scales a PNG to a WebP image without transparency, in the browser. */
export async function toWebp(
  page: Page,
  png: Buffer,
  size: { width: number; height: number; quality: number },
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([data, { width, height, quality }]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { alpha: false }) as OffscreenCanvasRenderingContext2D;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png.toString('base64'), size] as const,
  );
  return Buffer.from(base64, 'base64');
}
