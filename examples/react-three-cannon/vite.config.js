import { frictionWorker } from '@stiction/react-three-cannon';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [frictionWorker({ worker: '/physics-worker.js' })],
});
