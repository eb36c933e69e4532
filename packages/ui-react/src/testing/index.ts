/**
 * For tests of plugins: renders a view without a page. Add it to devDependencies only.
 * @packageDocumentation
 */
export { drawView } from './drawView.js'
