import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { workspaceOnly } from '../lib/publish.mjs'
import { kindOfBump } from '../../tests/rehearsals/release/lib/rehearse.mjs'
import { startRegistry } from '../../tests/rehearsals/release/registry.mjs'
import { followContract } from '../version.mjs'

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const write = (file, text) => {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

describe('The registry stand-in', () => {
  let registry
  afterEach(() => registry.close())
  const publish = (version, text = 'tarball') =>
    fetch(`${registry.url}@scope%2fbox`, {
      method: 'PUT',
      body: JSON.stringify({
        name: '@scope/box',
        'dist-tags': { latest: version },
        versions: { [version]: { name: '@scope/box', version } },
        _attachments: {
          [`@scope/box-${version}.tgz`]: { data: Buffer.from(text).toString('base64') },
        },
      }),
    })

  it('The stand-in serves what was published', async () => {
    registry = await startRegistry()
    expect((await publish('1.0.0')).status).toBe(201)
    expect((await publish('1.1.0', 'newer')).status).toBe(201)
    const entry = await (await fetch(`${registry.url}@scope%2Fbox`)).json()
    expect(entry['dist-tags']).toEqual({ latest: '1.1.0' })
    expect(Object.keys(entry.versions)).toEqual(['1.0.0', '1.1.0'])
    expect(await (await fetch(entry.versions['1.1.0'].dist.tarball)).text()).toBe('newer')
    expect(entry.versions['1.1.0'].dist.integrity).toMatch(/^sha512-/)
    expect(registry.published()).toEqual({ '@scope/box': ['1.0.0', '1.1.0'] })
  })

  it('The stand-in takes a version only once, and answers 404 for anything else', async () => {
    registry = await startRegistry()
    await publish('1.0.0')
    expect((await publish('1.0.0')).status).toBe(409)
    expect((await fetch(`${registry.url}react`)).status).toBe(404)
    expect((await fetch(`${registry.url}@scope/box/-/box-9.tgz`)).status).toBe(404)
    expect(
      (await fetch(`${registry.url}@scope%2fbox`, { method: 'PUT', body: 'nonsense' })).status,
    ).toBe(400)
  })
})

describe('A release', () => {
  it.each([
    ['0.1.0', '0.1.1', 'patch'],
    ['0.1.9', '0.2.0', 'minor'],
    ['0.2.0', '1.0.0', 'major'],
  ])('A bump from %s to %s is a %s', (before, after, kind) =>
    expect(kindOfBump(before, after)).toBe(kind),
  )

  it('Ranges that only a workspace understands are named', () => {
    const manifest = {
      dependencies: { a: 'workspace:^', b: '^1.0.0' },
      peerDependencies: { c: 'catalog:' },
      devDependencies: { d: 'file:../d' },
    }
    expect(workspaceOnly(manifest)).toEqual([
      'dependencies.a is workspace:^',
      'peerDependencies.c is catalog:',
      'devDependencies.d is file:../d',
    ])
  })

  it('KERNEL_API is set to the released version of the contract', () => {
    const folder = temporary()
    write(join(folder, 'packages/plugin-api/package.json'), '{ "version": "0.7.2" }')
    write(join(folder, 'packages/plugin-api/src/brand.ts'), "export const KERNEL_API = '0.6'\n")
    followContract(folder)
    expect(readFileSync(join(folder, 'packages/plugin-api/src/brand.ts'), 'utf8')).toBe(
      "export const KERNEL_API = '0.7'\n",
    )
    write(join(folder, 'packages/plugin-api/src/brand.ts'), '')
    expect(() => followContract(folder)).toThrow('KERNEL_API')
  })
})
