/** The rules of a style sheet as text: see cssText.mjs. */
declare module '*.css?text' {
  export const css: string
}
