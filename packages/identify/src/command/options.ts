export const HELP = `Usage: npx @stiction/identify data.csv [options]

Fits friction parameters to measured data, prints them with 95 % intervals, and writes a report as SVG.

The header of the file names its columns, with units in brackets:
  t [s], x [mm], y [mm], angle [deg]      poses of a body that slides freely
  ..., fx [N], fy [N], torque [N m]       and forces that push it
  t, v [mm/s], f [N], N [N]               velocity, friction and normal force of a test rig

Options for poses:
  --mass kg, --gyration-radius m          given instead of fitted
  --height m, --push-height m             centre of mass and push above the floor
  --gravity m/s2                          9.81
  --anisotropic                           friction differs along x and y of the body
Options for friction forces:
  --law name                              coulomb, stribeck, lugre or elastoPlastic (all are tried)
  --normal N                              normal force, if the file has none
  --gamma number, --sba number            exponent of the Stribeck curve, elastic fraction
Options for both:
  --min-speed m/s                         leaves out slower samples
  --report file.svg                       where to write the report (data.svg), or --no-report
  --json                                  prints the result as JSON
  --help
`;

const FLAGS = ['anisotropic', 'no-report', 'json', 'help'];
const NUMBERS = ['mass', 'gyration-radius', 'height', 'push-height', 'gravity', 'normal', 'gamma', 'sba', 'min-speed'];
const TEXTS = ['law', 'report'];

export interface CommandOptions {
  readonly file: string | undefined;
  readonly flags: ReadonlySet<string>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string>>;
}

export function readOptions(args: readonly string[]): CommandOptions {
  let file: string | undefined;
  const flags = new Set<string>();
  const numbers: Record<string, number> = {};
  const texts: Record<string, string> = {};
  for (let k = 0; k < args.length; k++) {
    const arg = args[k];
    if (!arg.startsWith('--')) {
      if (file !== undefined) throw new RangeError(`one file at a time (got ${file} and ${arg})`);
      file = arg;
      continue;
    }
    const [name, attached] = splitAt(arg.slice(2), '=');
    if (FLAGS.includes(name)) flags.add(name);
    else if (NUMBERS.includes(name) || TEXTS.includes(name)) {
      const value = attached ?? args[++k];
      if (value === undefined) throw new RangeError(`--${name} must be followed by a value`);
      if (TEXTS.includes(name)) texts[name] = value;
      else if (value.trim() === '' || !Number.isFinite(Number(value))) {
        throw new RangeError(`--${name} must be a number (got ${value})`);
      } else numbers[name] = Number(value);
    } else throw new RangeError(`unknown option --${name}; --help lists them`);
  }
  return { file, flags, numbers, texts };
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
