import type { EngineName } from '@stiction/scenes';

/** What the reader chooses; kept in the address so that a link shows the same experiment. */
export interface Settings {
  engine: EngineName;
  /** 0 to 1.2. */
  mu: number;
  /** Degrees, 0 to 45. */
  angle: number;
}

const DEFAULTS: Settings = { engine: 'cannon', mu: 0.3, angle: 25 };

export const ENGINE_LABELS: Record<EngineName, string> = { cannon: 'cannon-es', rapier: 'Rapier' };

export function readSettings(search: string): Settings {
  const parameters = new URLSearchParams(search);
  return {
    engine: parameters.get('engine') === 'rapier' ? 'rapier' : DEFAULTS.engine,
    mu: readNumber(parameters.get('mu'), DEFAULTS.mu, 1.2),
    angle: readNumber(parameters.get('angle'), DEFAULTS.angle, 45),
  };
}

export function writeSettings({ engine, mu, angle }: Settings): string {
  return `?${new URLSearchParams({ engine, mu: String(mu), angle: String(angle) })}`;
}

function readNumber(text: string | null, fallback: number, max: number): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), max) : fallback;
}
