import { type TextFields, type TextsOf, textNames } from '#contract/text-fields.ts';

/** The texts of a thing as facts, but for those that stand elsewhere. */
export const textFacts = <Fields extends TextFields>(
  texts: Fields,
  thing: TextsOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): (readonly [label: string, text: string])[] =>
  textNames(texts)
    .filter((name) => !elsewhere.includes(name))
    .map((name) => [texts[name]?.label ?? name, thing[name] || '–'] as const);

/** Those that are not empty. */
export const writtenTexts = <Fields extends TextFields>(
  texts: Fields,
  thing: TextsOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): string[] =>
  textNames(texts)
    .filter((name) => !elsewhere.includes(name) && thing[name] !== '')
    .map((name) => thing[name]);
