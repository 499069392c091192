/** Joins still WebP images into a looping animation. */

export interface Frame {
  /** A whole WebP file without transparency. */
  picture: Uint8Array;
  /** ms */
  duration: number;
}

export function animateWebp(frames: readonly Frame[], width: number, height: number): Buffer {
  const animated = 0x02;
  const header = chunk('VP8X', bytes(animated, 0, 0, 0), uint24(width - 1), uint24(height - 1));
  const loop = chunk('ANIM', bytes(255, 255, 255, 255), bytes(0, 0)); // background; endless loop
  const pictures = frames.map(({ picture, duration }) =>
    chunk(
      'ANMF',
      uint24(0),
      uint24(0),
      uint24(width - 1),
      uint24(height - 1),
      uint24(Math.round(duration)),
      bytes(0x02), // no blending
      bitstreamOf(picture),
    ),
  );
  const body = Buffer.concat([Buffer.from('WEBP'), header, loop, ...pictures]);
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length), body]);
}

/** The chunk `VP8 ` or `VP8L` of a still image, with its header. */
function bitstreamOf(picture: Uint8Array): Buffer {
  const file = Buffer.from(picture);
  for (let at = 12; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const name = file.toString('latin1', at, at + 4);
    if (name === 'VP8 ' || name === 'VP8L') return file.subarray(at, end);
    at = end;
  }
  throw new Error('not a WebP picture');
}

function chunk(name: string, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name), uint32(content.length), content, padding]);
}

function bytes(...values: number[]): Buffer {
  return Buffer.from(values);
}

function uint24(value: number): Buffer {
  return bytes(value & 255, (value >> 8) & 255, (value >> 16) & 255);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
