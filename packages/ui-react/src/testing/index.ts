/**
 * For the tests of plugins: draws a view where there is no page. Belongs into devDependencies, and into no page.
 * @packageDocumentation
 */
export { drawView } from './drawView.js'
