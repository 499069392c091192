// A typedoc plugin: modules are called what one imports, '@stiction/friction-core/testing', not 'friction-core/src/testing'.
import { Converter } from 'typedoc';

/** @type {(app: import('typedoc').Application) => void} */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = `@stiction/${module.name.replace(/\/src\b/, '')}`;
  });
}
