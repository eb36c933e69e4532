import { expect, it } from 'vitest'
import { compileHints, withCompileHints, withoutOwnPath } from '../compileHints.mjs'

const hint = (code) => withCompileHints(code, 'late-A.js').code

it('Functions that stand as expressions are put into parentheses, nested ones too', () => {
  expect(hint('const a = (x) => x + 1;')).toBe('const a = ((x) => x + 1);')
  expect(hint('const a = x => y => x;')).toBe('const a = (x => (y => x));')
  expect(hint('f(function () {}, () => ({}));')).toBe('f((function () {}), (() => ({})));')
  expect(hint('const o = { a: () => 1, b };')).toBe('const o = { a: (() => 1), b };')
})

it('Methods, accessors, declarations and async arrow functions stay as they are', () => {
  const code = `const o = { a() {}, get b() { return 1 }, async c() {} };
class K { m() {} #p() {} }
function d() {}
const e = async () => {};
export { o, K, d, e };`
  expect(hint(code)).toBe(code)
})

it('A hinted chunk does what it did, and a function keeps its name', async () => {
  const code = `let log = [];
const twice = (f) => (x) => f(f(x))
const sum = [1, 2, 3].map((x) => x * 2).reduce((a, b) => a + b, 0)
const lazy = ({ a = () => 1 } = {}) => a()
log = [twice((x) => x + 1)(1), sum, lazy(), twice.name, (() => 5)()]
export { log };`
  const run = async (text) => (await import(`data:text/javascript,${encodeURIComponent(text)}`)).log
  expect(await run(hint(code))).toEqual(await run(code))
  expect(await run(hint(code))).toEqual([3, 12, 1, 'twice', 5])
})

it('The source map names the chunk, and has a line for each line', () => {
  const { map } = withCompileHints('const a = () => 1;\nconst b = () => 2;\n', 'dist/late-A.js')
  const { sources, mappings } = JSON.parse(map)
  expect([sources, mappings.split(';').length]).toEqual([['dist/late-A.js'], 3])
})

it('The source map of a built chunk holds no path of a machine', () => {
  const map = JSON.stringify({
    version: 3,
    sources: ['/root/a/dist/late-A.js', '../src/late.ts'],
    mappings: 'AAAA',
  })
  expect(JSON.parse(withoutOwnPath(map, 'dist/late-A.js.map'))).toEqual({
    version: 3,
    sources: ['late-A.js', '../src/late.ts'],
    mappings: 'AAAA',
  })
})

it.each([
  ['dist/late-ABC.js', true],
  ['dist/entry-ABC.js', true],
  ['dist/startModal-ABC.js', true],
  ['dist/index.js', false],
  ['dist/adapter-ABC.js', false],
  ['dist/late.js', false],
])('Of the built files %s is hinted: %s', (path, isHinted) => {
  const { renderChunk } = compileHints()
  expect(renderChunk('const a = () => 1', { path }) !== undefined).toBe(isHinted)
})
