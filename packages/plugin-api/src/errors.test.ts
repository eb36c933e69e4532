import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { brand } from './brand.js'
import { isLatchkeyError, LatchkeyError, type ErrorCode } from './errors.js'

it('A LatchkeyError carries its code, context, details, cause and the path of its documentation', () => {
  const cause = new Error('underlying')
  const error = new LatchkeyError('http.status', 'HTTP status code: 418', {
    context: { status: 418, url: 'https://x.test' },
    details: 'teapot',
    cause,
  })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'LatchkeyError',
    code: 'http.status',
    context: { status: 418 },
    details: 'teapot',
    cause,
    message: 'HTTP status code: 418',
  })
  expect(error.docsPath).toMatch(/errors#http\.status$/)
})
it('A LatchkeyError without options has an empty context and no property "cause"', () => {
  const error = new LatchkeyError('kernel.disposed', 'over')
  expect([Object.hasOwn(error, 'cause'), error.context]).toEqual([false, {}])
})
it('A LatchkeyError is recognised by its mark, also across copies of the package', async () => {
  vi.resetModules()
  const copy = await import('./errors.js')
  const error = new copy.LatchkeyError('wallet.user_rejected', 'no')
  expect(error).not.toBeInstanceOf(LatchkeyError)
  expect(isLatchkeyError(error)).toBe(true)
  expect(isLatchkeyError(error, 'wallet.user_rejected')).toBe(true)
  expect(isLatchkeyError(error, 'rpc.failed')).toBe(false)
})
it.each([
  undefined,
  null,
  'text',
  4001,
  {},
  new Error('x'),
  { code: 'rpc.failed' },
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
    },
  ),
])('A value that is not a LatchkeyError is not taken for one: case %#', (thing) =>
  expect(isLatchkeyError(thing)).toBe(false),
)
it('The docsPath of every error code leads to its section in docs/errors.md', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const codes = [...page.matchAll(/^## ([\w.]+)$/gm)].map(([, code]) => code as ErrorCode)
  expect(codes).toContain('kernel.timed_out')
  for (const code of codes) {
    const [path, anchor] = new LatchkeyError(code, 'x').docsPath.split('#')
    expect(path).toBe(`${brand.docs}/errors`)
    expect(page).toContain(`<a id="${anchor}"></a>\n\n## ${code}\n`)
  }
})
