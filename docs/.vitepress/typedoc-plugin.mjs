// A typedoc plugin:
// - modules are named by their import path, '@stiction/friction-core/testing', not 'friction-core/src/testing';
// - types that an export refers to are documented even if they are not exported themselves, such as the parts of an options type;
// - parameters without a description of their own get one from the table below;
// - the symbol lists of the laws' comments (columns separated by spaces) become tables.
import { Comment, Context, Converter, PageEvent, ReflectionKind } from 'typedoc';

/** Descriptions of parameters, by 'function.parameter' or by name alone. @type {Record<string, string | undefined>} */
const parameters = {
  law: 'Friction law, such as `coulomb({ mu: 0.5 })`.',
  world: 'World of the engine.',
  givenWorld: 'World of the engine.',
  options: 'Named options, see the table of their type.',
  'setPair.a': 'First material; laws with a direction or a surface velocity refer to it as frame `a`.',
  'setPair.b': 'Second material.',
  'removePair.a': 'First material.',
  'removePair.b': 'Second material.',
  material: 'Material, or its name.',
  'setMaterial.name': 'Name of the material, as used in `setPair`.',
  collider: 'Collider of this world.',
  callback: 'Function to call; it gets one reused contact object.',
  'restore.data': 'Bytes returned by `snapshot()`.',
  eventQueue: 'As for `world.step`.',
  hooks: 'As for `world.step`.',
  'fixInertia.body': 'Body with all its shapes added.',
  'scaled.f': 'Factor on the friction of the law, >= 0.',
  'surfaceVelocity.v': 'Velocity of the surface of the first material, in the frame of its body [m/s].',
  'simulate.body': 'Mass, inertia and normal force of the body.',
  'simulate.forces': 'Called before each step: writes force, torque and load.',
  'simulate.dt': 'Time step [s].',
  'simulate.steps': 'Number of steps.',
  'createPlanarSlider.body': 'Mass, inertia and normal force of the body.',
};

/** @type {(app: import('typedoc').Application) => void} */
export function load(app) {
  documentReferencedTypes(app.converter);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = `@stiction/${module.name.replace(/\/src\b/, '')}`;
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
      const text = parameters[`${parameter.parent?.name}.${parameter.name}`] ?? parameters[parameter.name];
      if (text && !parameter.hasComment()) parameter.comment = new Comment([{ kind: 'text', text }]);
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    // Paragraphs whose lines begin with two spaces and whose first has columns.
    const lists = /(?<=\n\n) {2}\S.* {2,}\S.*(?:\n {2,}\S.*)*(?=\n\n)/g;
    if (page.contents) page.contents = page.contents.replace(lists, symbolTable);
  });
}

/**
 * Adds the interfaces and type aliases of our sources that exported types refer to, to the module that refers to them first.
 * typedoc has no event for references; it offers this method for patching (its remarks say so).
 * @type {(converter: Converter) => void}
 */
function documentReferencedTypes(converter) {
  /** @type {Map<import('typedoc').TypeScript.Symbol, Context>} */
  const referenced = new Map();
  const create = Context.prototype.createSymbolReference;
  /** @type {typeof create} */
  const createAndNote = (symbol, context, name) => {
    if (!referenced.has(symbol)) referenced.set(symbol, context);
    return create.call(context, symbol, context, name);
  };
  Context.prototype.createSymbolReference = createAndNote;
  converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    (context) => {
      // A type may refer to further types: a Map's iterator also visits entries that are added on the way.
      for (const [symbol, { scope, program }] of referenced) {
        if (context.getReflectionFromSymbol(symbol) || !isOurType(symbol)) continue;
        let owner = scope;
        while (owner.parent && !owner.kindOf(ReflectionKind.Module)) owner = owner.parent;
        const inner = context.withScope(owner);
        inner.setActiveProgram(program);
        converter.convertSymbol(inner, symbol);
      }
    },
    100,
  );
}

/** @type {(symbol: import('typedoc').TypeScript.Symbol) => boolean} */
const isOurType = ({ declarations = [], name }) =>
  name !== '__type' &&
  declarations.length > 0 &&
  declarations.every((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return /\/packages\/[^/]+\/src\//.test(fileName) && /^(export )?(interface|type) /.test(declaration.getText());
  });

/** @type {(list: string) => string} */
function symbolTable(list) {
  /** @type {string[][]} */
  const rows = [];
  for (const line of list.split('\n')) {
    const cells = line.trim().split(/ {2,}/);
    const last = rows.at(-1);
    if (last && (cells.length === 1 || line.startsWith('    '))) last[1] += ` ${cells.join(' ')}`;
    else rows.push(cells);
  }
  const table = rows.map(([symbol, meaning = '', unit = '']) => [symbol, meaning, unit]);
  return [['symbol', 'meaning', 'unit'], ['---', '---', '---'], ...table]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
