import { describe, expect, test } from 'vitest';
import { readCsv } from '../src/index.js';

describe('a table in any usual form', () => {
  const expected = { t: [0, 0.01], x: [0.001, 0.002], angle: [Math.PI / 180, Math.PI / 90] };
  test.each([
    ['commas', 't [s],x [mm],angle [deg]\n0,1,1\n0.01,2,2\n'],
    ['semicolons and decimal commas', 'Time (ms);x (mm);Theta (°)\r\n0;1,0;1,0\r\n10;2,0;2,0\r\n'],
    ['tabs', 'timestamp [ms]\tpos_x [mm]\tyaw [deg]\n0\t1\t1\n10\t2\t2'],
    ['spaces', 't [s] x [mm] angle [deg]\n 0  1 1\n 0.01 2  2'],
    [
      'quotes, comments, a byte order mark, other columns',
      '\uFEFF# a camera\n"t","x [mm]",note,"angle [deg]"\n"0","1",a,"1"\n\n0.01,2,b,2\n',
    ],
    ['gaps', 't,x [mm],angle [deg]\n0,1,1\n0.005,,1.5\n0.007,nan,1.5\n0.01,2,2'],
  ])('%s', (_, text) => {
    const columns = readCsv(text);
    expect(Object.keys(columns).sort()).toEqual(['angle', 't', 'x']);
    for (const [name, values] of Object.entries(expected)) {
      values.forEach((value, k) => {
        expect(columns[name as 't']?.[k]).toBeCloseTo(value, 15);
      });
      expect(columns[name as 't']).toHaveLength(2);
    }
  });

  test('N is the normal force, whatever case the others have', () => {
    expect(readCsv('T,V [mm/s],F [mN],N [kN]\n1,2,3,4')).toEqual({
      t: Float64Array.of(1),
      v: Float64Array.of(0.002),
      f: Float64Array.of(0.003),
      N: Float64Array.of(4000),
    });
    expect(readCsv('t,torque [N mm]\n0,5').torque?.[0]).toBeCloseTo(0.005, 15);
  });
});

test.each([
  ['', 'the file must have a header and a row per sample (got no line)'],
  ['1,2,3\n4,5,6', 'the header must name columns such as t, x, y, angle or t, v, f, N (got 1, 2, 3)'],
  ['t,x [furlong]\n0,1', "column 'x [furlong]': its unit must be one of m, cm, mm, um, µm (got furlong)"],
  ['t,time\n0,1', 'the header must name t once (got time as well)'],
  ['t,x\n0,1\n1,abc', 'line 3: x must be a number (got abc)'],
])('%j is refused', (text, message) => {
  expect(() => readCsv(text)).toThrow(message);
});
