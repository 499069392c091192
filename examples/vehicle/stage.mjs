// The three.js scene around the car: ground, ramp, light and a camera that follows.
import * as THREE from 'three';
import { createChase } from './car-view.mjs';
import { GROUNDS, PICTURE_SIZE, paintGround, RAMP } from './ground.mjs';

const SKY = '#b9d4e8';
/** The sun's shadow covers this distance around the car [m]. */
const SHADOW = 14;

export function createStage(parent) {
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  parent.prepend(renderer.domElement);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(SKY);
  scene.fog = new THREE.Fog(SKY, 60, 220);
  const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 300);
  const chase = createChase(camera);

  const sun = new THREE.DirectionalLight('#fff4e0', 2.6);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  Object.assign(sun.shadow.camera, { left: -SHADOW, right: SHADOW, top: SHADOW, bottom: -SHADOW, far: 60 });
  scene.add(sun, sun.target, new THREE.HemisphereLight('#dfeeff', '#76805f', 1.6));

  const picture = new THREE.CanvasTexture(paintGround());
  picture.colorSpace = THREE.SRGBColorSpace;
  picture.anisotropy = 8;
  const flat = (size, look, height) => {
    const geometry = new THREE.PlaneGeometry(size, size).rotateX(-Math.PI / 2).rotateY(Math.PI); // its top at +z
    const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ roughness: 1, ...look }));
    mesh.position.y = height;
    mesh.receiveShadow = true;
    scene.add(mesh);
  };
  flat(PICTURE_SIZE, { map: picture }, 0);
  const [grass] = GROUNDS.filter(({ name }) => name === 'grass');
  flat(800, { color: new THREE.Color(`rgb(${grass.color})`) }, -0.05);

  const size = RAMP.half.map((half) => 2 * half);
  const ramp = new THREE.Mesh(
    new THREE.BoxGeometry(...size),
    new THREE.MeshStandardMaterial({ color: '#c98f3c', roughness: 0.8 }),
  );
  ramp.position.set(...RAMP.position);
  ramp.rotation.x = RAMP.tilt;
  ramp.castShadow = ramp.receiveShadow = true;
  scene.add(ramp);

  function resize() {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.fov = camera.aspect < 1 ? 70 : 50;
    camera.updateProjectionMatrix();
  }
  addEventListener('resize', resize);
  resize();

  return {
    scene,
    /** Calls `frame` with the time since the last one [s]; it returns the object that camera and sun follow. */
    run(frame) {
      let before = performance.now();
      renderer.setAnimationLoop((now) => {
        const seconds = Math.min(Math.max(now - before, 0) / 1000, 0.2); // after a pause in another tab
        before = now;
        const body = frame(seconds);
        chase(body, seconds);
        sun.target.position.copy(body.position);
        sun.position.copy(body.position).add({ x: 12, y: 25, z: -8 });
        renderer.render(scene, camera);
      });
    },
  };
}
