// The ground: which material is where, and a picture of it. Metres, y up; the car starts at START and faces +z, so +x is left.

/** Grounds from top to bottom: the first that contains a point counts. `grain` is the contrast of its picture. */
export const GROUNDS = [
  {
    name: 'ice',
    mu: 0.12,
    color: [191, 227, 242],
    grain: 0.03,
    label: [24, 0],
    contains: (x, z) => Math.hypot(x - 24, z - 4) < 18,
  },
  {
    name: 'gravel',
    mu: 0.55,
    color: [165, 140, 106],
    grain: 0.3,
    label: [-26, -6],
    contains: (x, z) => Math.abs(x + 26) < 14 && Math.abs(z) < 30,
  },
  {
    name: 'tarmac',
    mu: 0.95,
    color: [83, 88, 95],
    grain: 0.1,
    label: [0, -26],
    contains: (x, z) => Math.abs(x) < 60 && Math.abs(z) < 60,
  },
  { name: 'grass', mu: 0.45, color: [111, 148, 85], grain: 0.16, label: [0, 70], contains: () => true },
];
/** Width of the picture [m]; there is grass all around it. */
export const PICTURE_SIZE = 160;
const PIXELS = 2048;

/** Where the car starts, and a ramp: half extents, position and tilt about x of its box. Most of the box is below the ground. */
export const START = { x: 0, y: 0.6, z: -45 };
const TILT = (11 * Math.PI) / 180;
const [LENGTH, HEIGHT, RAMP_START] = [9, 2, 15];
export const RAMP = {
  half: [2.5, HEIGHT / 2, LENGTH / 2],
  position: [
    0,
    (LENGTH / 2) * Math.sin(TILT) - (HEIGHT / 2) * Math.cos(TILT),
    RAMP_START + (LENGTH / 2) * Math.cos(TILT) + (HEIGHT / 2) * Math.sin(TILT),
  ],
  tilt: -TILT,
};

/** For `setSurface`: the name of the ground's material at a point. */
export const materialAt = ({ point: [x, , z] }) => groundAt(x, z).name;

const groundAt = (x, z) => GROUNDS.find(({ contains }) => contains(x, z));

/** A canvas for a texture. Its top is at +z and its left at +x, as the driver sees it. */
export function paintGround() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PIXELS;
  const context = canvas.getContext('2d');
  const image = context.createImageData(PIXELS / 2, PIXELS / 2);
  const scale = PIXELS / PICTURE_SIZE;
  for (let k = 0; k < image.data.length / 4; k++) {
    const [i, j] = [k % image.width, Math.floor(k / image.width)];
    const { color, grain } = groundAt(PICTURE_SIZE / 2 - (2 * i) / scale, PICTURE_SIZE / 2 - (2 * j) / scale);
    const noise = Math.abs(Math.sin(12.9898 * i + 78.233 * j) * 43758.5453) % 1; // the same in every run
    for (let e = 0; e < 3; e++) image.data[4 * k + e] = color[e] * (1 + grain * (noise - 0.5));
    image.data[4 * k + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  context.drawImage(canvas, 0, 0, image.width, image.height, 0, 0, PIXELS, PIXELS);
  context.translate(PIXELS / 2, PIXELS / 2);
  context.scale(-scale, -scale); // x to the left and z up, in metres
  context.strokeStyle = context.fillStyle = '#fffc';
  context.lineWidth = 0.25;
  context.setLineDash([3, 3]);
  context.strokeRect(-4, -58, 8, 116);
  context.setLineDash([]);
  context.fillRect(-4, START.z + 2.5, 8, 0.4);
  context.textAlign = 'center';
  for (const { name, mu, label } of GROUNDS) {
    context.save();
    context.translate(...label);
    context.scale(-1.3, -3); // the right way round, and long as on roads
    context.fillStyle = name === 'ice' ? '#2b6480cc' : '#fffc';
    context.font = '600 3.4px system-ui, sans-serif';
    context.fillText(name, 0, 0);
    context.font = '2px system-ui, sans-serif';
    context.fillText(`μ ${mu}`, 0, 2.8);
    context.restore();
  }
  return canvas;
}
