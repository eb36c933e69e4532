import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trim, tsyringe } from './tsyringe.mjs'

const here = createRequire(import.meta.url)
const PATH = 'tsyringe/dist/esm2015/dependency-container.js'
/** The container as the kernel's dist has it. */
const trimmed = async () => {
  const { build } = createRequire(here.resolve('tsup'))('esbuild')
  const { outputFiles } = await build({
    stdin: {
      contents: `export { instance } from '${PATH}'`,
      resolveDir: new URL('..', import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    plugins: [tsyringe()],
  })
  return {
    code: outputFiles[0].text,
    ...(await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)),
  }
}

it('answers like the whole container for values by symbol', async () => {
  const whole = await import('tsyringe/dist/esm2015/dependency-container.js')
  const { instance, code } = await trimmed()
  for (const root of [whole.instance, instance]) {
    const [parent, token, other] = [root.createChildContainer(), Symbol('token'), Symbol('other')]
    const child = parent.createChildContainer()
    const value = { some: 'value' }
    expect(parent.isRegistered(token)).toBe(false)
    expect(() => child.resolve(token)).toThrow('Attempted to resolve unregistered dependency token')
    parent.register(token, { useValue: value })
    expect(child.resolve(token)).toBe(value)
    expect([
      child.isRegistered(token),
      child.isRegistered(token, true),
      child.isRegistered(other, true),
      root.isRegistered(token),
    ]).toEqual([false, true, false, false])
    parent.register(token, { useValue: 'later' })
    expect(parent.resolve(token)).toBe('later')
  }
  expect(code).toContain('MIT License')
  expect(code).not.toMatch(/Reflect|tslib|__awaiter/)
})

it('notices when tsyringe changes under it', () => {
  const source = readFileSync(here.resolve(PATH), 'utf8')
  const container = 'dependency-container'
  expect(() => trim(source, container)).not.toThrow()
  for (const [what, other] of [
    ['isFactoryProvider', 'isMaker'],
    ['    resolveAll(', '    resolveEach('],
    ['Lifecycle.Singleton', 'Lifecycle.Once && Lifecycle.Always'],
  ]) {
    expect(() => trim(source.replaceAll(what, other), container), what).toThrow(
      'look at packages/kernel/build/tsyringe.mjs',
    )
  }
})
