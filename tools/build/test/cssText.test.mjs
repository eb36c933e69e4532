import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsup'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundledCssText, sourceCssText } from '../cssText.mjs'

const SHEET = `/* A note. */
.a > * {
  position: absolute;
  inset: auto;
  inset-block-start: 0;
  color: rgb(0 0 0 / 0.48);
}
`
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-css-'))
  writeFileSync(join(folder, 'a.css'), SHEET)
  writeFileSync(join(folder, 'index.js'), "export { css } from './a.css?text'\n")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('A published sheet loses white space and comments, and keeps every declaration in order', async () => {
  await build({
    config: false,
    silent: true,
    entry: [join(folder, 'index.js')],
    outDir: join(folder, 'dist'),
    outExtension: () => ({ js: '.mjs' }),
    format: ['esm'],
    esbuildPlugins: [bundledCssText()],
  })
  const { css } = await import(pathToFileURL(join(folder, 'dist/index.mjs')).href)
  expect(css).toBe('.a>*{position:absolute;inset:auto;inset-block-start:0;color:rgb(0 0 0 / 0.48)}')
})

it('A page that reads the sources gets the sheet as written, by an id that Vite takes for no style sheet', async () => {
  const plugin = sourceCssText()
  const id = plugin.resolveId('./a.css?text', join(folder, 'index.js'))
  expect(id).not.toMatch(/\.css($|\?)/)
  const watched = []
  const code = await plugin.load.call({ addWatchFile: (file) => watched.push(file) }, id)
  expect(code).toBe(`export const css = ${JSON.stringify(SHEET)}\n`)
  expect(watched).toEqual([join(folder, 'a.css')])
})

it('A style sheet that is imported without the query is left to Vite', async () => {
  const plugin = sourceCssText()
  expect(plugin.resolveId('./a.css', join(folder, 'index.js'))).toBeUndefined()
  expect(await plugin.load(join(folder, 'a.css'))).toBeUndefined()
})
