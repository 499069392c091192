import { renderSvg, writeSvg } from '../svg.js';
import type { StepName } from './case.js';
import { finder } from './markdown.js';
import type { League } from './results.js';

/** Writes docs/images/league/*.svg from the results. */
const INK = '#30343b';
const FAINT = '#e6e8ec';
const STYLES: { readonly [name: string]: { colour: string; symbol: string; hollow?: boolean } } = {
  'cannon-stock': { colour: '#c8452f', symbol: 'circle', hollow: true },
  'cannon-stiction': { colour: '#c8452f', symbol: 'circle' },
  'rapier-stock': { colour: '#1f5fa8', symbol: 'circle', hollow: true },
  'rapier-stiction': { colour: '#1f5fa8', symbol: 'circle' },
  'rapier-all': { colour: '#7fa9d6', symbol: 'circle' },
  'crashcat-stock': { colour: '#1a9e96', symbol: 'circle', hollow: true },
  'crashcat-stiction': { colour: '#1a9e96', symbol: 'circle' },
  jolt: { colour: '#2a7f4f', symbol: 'triangle' },
  physx: { colour: '#7a9e1f', symbol: 'diamond' },
  ammo: { colour: '#b8860b', symbol: 'rect' },
  havok: { colour: '#7a4fa3', symbol: 'path://M0,0L10,0L5,9z' },
  mujoco: { colour: '#555b66', symbol: 'path://M3,0h4v3h3v4h-3v3h-4v-3h-3v-4h3z' },
};
const OTHER = { colour: '#1a9e96', symbol: 'circle' };

/** Lines of the error plot: relative errors, at 1/240 s if the case has that step. */
const PLOTTED_CASES: readonly [id: string, text: string][] = [
  ['1-angle', '1  friction angle'],
  ['2-distance', '2  stopping distance'],
  ['3-spread', '3  spread across directions'],
  ['4-distance', '4  sliding and spinning disc: distance'],
  ['4-spinTime', '4  sliding and spinning disc: end of spin'],
  ['5-spin', '5  spinning disc'],
  ['6-pull', '6  pull on a loaded box'],
  ['7-roll', '7  rolling speed of a ball'],
  ['8-floor', '8  anisotropic floor'],
  ['9-transport', '9  shaken plate, asymmetric friction'],
  ['10-position', '10  tall slider (ECP): position'],
  ['10-yaw', '10  tall slider (ECP): yaw'],
  ['11-force', '11  wheel: friction force / (μ N)'],
  ['11-position', '11  wheel: position'],
  ['13-yield-10000', '13  bristles: displacement'],
  ['14-period-plate', '14  stick-slip: period'],
  ['15-spin', '15  spinning ball'],
  ['15-roll', '15  rolling ball'],
];
/** Percent. */
const RANGE = [1e-3, 1e3] as const;

function errorPlot(league: League): string {
  const find = finder(league);
  const lines = PLOTTED_CASES.filter(([id]) => league.cases.some((one) => one.id === id));
  const stepOf = (id: string): StepName => {
    const { steps = [] } = league.cases.find((one) => one.id === id) ?? {};
    return steps.includes('1/240') ? '1/240' : (steps[0] ?? '1/240');
  };
  const lanes = league.contestants.length;
  const series = league.contestants.map(({ name, label, kind }, lane) => {
    const { colour, symbol, hollow = false } = { ...OTHER, ...STYLES[name] };
    const data = lines.flatMap(([id], at) => {
      const error = find(id, stepOf(id), name)?.error;
      if (error === undefined) return [];
      const share = Math.min(RANGE[1], Math.max(RANGE[0], 100 * Math.abs(error)));
      // Spread within the line, so that equal errors do not cover each other.
      return [[share, at + 0.62 * (lane / (lanes - 1) - 0.5)]];
    });
    return {
      type: 'scatter',
      name: label,
      symbol,
      symbolSize: kind === 'stiction' ? 11 : 8,
      itemStyle: { color: hollow ? '#fff' : colour, borderColor: colour, borderWidth: hollow ? 2 : 0 },
      data,
      z: kind === 'stiction' ? 3 : 2,
    };
  });
  const height = 96 + 30 * lines.length + 50;
  const option = {
    title: {
      text: 'Error against the reference',
      subtext: 'dt 1/240 s; cases 10 and 11 at 1 kHz',
      left: 16,
      top: 8,
      textStyle: { color: INK, fontSize: 16, fontWeight: 600 },
      subtextStyle: { color: '#666', fontSize: 12 },
      itemGap: 4,
    },
    legend: {
      left: 250,
      right: 16,
      top: 10,
      itemGap: 14,
      itemWidth: 12,
      itemHeight: 11,
      textStyle: { color: INK, fontSize: 12 },
    },
    grid: { left: 250, right: 24, top: 72, bottom: 44, outerBoundsMode: 'none' },
    xAxis: {
      type: 'log',
      min: RANGE[0],
      max: RANGE[1],
      name: 'error, %',
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: INK, fontSize: 12 },
      axisLabel: { color: INK, fontSize: 11, formatter: (value: number) => `${Number(value.toPrecision(1))}` },
      axisLine: { show: false },
      axisTick: { show: false },
      minorTick: { show: false },
      splitLine: { lineStyle: { color: FAINT } },
    },
    yAxis: {
      type: 'value',
      min: -0.5,
      max: lines.length - 0.5,
      interval: 1,
      inverse: true,
      axisLabel: { show: false },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      splitArea: { show: true, areaStyle: { color: ['#f6f7f9', '#fff'] } },
    },
    graphic: lines.map(([, text], at) => ({
      type: 'text',
      style: {
        text,
        x: 16,
        y: 72 + (height - 116) * ((at + 0.5) / lines.length),
        fill: INK,
        fontSize: 12,
        textVerticalAlign: 'middle',
      },
    })),
    series,
  };
  return renderSvg(option, 860, height);
}

function costPlot({ contestants, costs }: League): string {
  const scenes = [...new Map(costs.map(({ scene, title }) => [scene, title]))];
  const ours = costs.filter(({ contestant }) =>
    contestants.some(({ name, kind }) => name === contestant && kind === 'stiction'),
  );
  const others = costs.filter((one) => !ours.includes(one));
  const bars = (list: League['costs'], panel: number) =>
    [...new Map(list.map(({ contestant, label }) => [contestant, label]))].map(([name, label]) => {
      const { colour } = { ...OTHER, ...STYLES[name] };
      const data = scenes.map(
        ([id]) => list.find((one) => one.contestant === name && one.scene === id)?.cost?.ratio ?? null,
      );
      return {
        type: 'bar',
        name: label,
        xAxisIndex: panel,
        yAxisIndex: panel,
        itemStyle: { color: colour },
        barGap: '15%',
        barCategoryGap: '28%',
        label: {
          show: true,
          position: 'right',
          fontSize: 10,
          color: INK,
          formatter: ({ value }: { value: number }) => value.toFixed(2),
        },
        data,
      };
    });
  const axis = (panel: number) => ({
    x: {
      type: 'value',
      gridIndex: panel,
      axisLabel: { color: INK, fontSize: 11 },
      splitLine: { lineStyle: { color: FAINT } },
    },
    y: {
      type: 'category',
      gridIndex: panel,
      inverse: true,
      data: scenes.map(([, title]) => title),
      axisLabel: { color: INK, fontSize: 12 },
      axisLine: { lineStyle: { color: '#999' } },
      axisTick: { show: false },
    },
  });
  const option = {
    title: [
      { text: 'With Stiction / stock step', left: 16, top: 8 },
      { text: 'Other engines / stock Rapier', left: 446, top: 8 },
    ].map((one) => ({ ...one, textStyle: { color: INK, fontSize: 15, fontWeight: 600 } })),
    legend: [ours, others].map((list, panel) => ({
      data: [...new Set(list.map(({ label }) => label))],
      left: panel === 0 ? 16 : 446,
      width: 400,
      top: 34,
      itemWidth: 12,
      itemHeight: 10,
      textStyle: { color: INK, fontSize: 11 },
    })),
    grid: [
      { left: 150, width: 240, top: 84, bottom: 34, outerBoundsMode: 'none' },
      { left: 580, width: 240, top: 84, bottom: 34, outerBoundsMode: 'none' },
    ],
    xAxis: [axis(0).x, axis(1).x],
    yAxis: [axis(0).y, axis(1).y],
    series: [...bars(ours, 0), ...bars(others, 1)],
  };
  return renderSvg(option, 860, 120 + 84 * scenes.length);
}

export function writePlots(league: League): void {
  writeSvg('league', 'errors', 'Error of every engine per case', errorPlot(league));
  if (league.costs.length > 0) writeSvg('league', 'cost', 'Cost of a step', costPlot(league));
}
