import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { problemsOf, problemsOfInstallation } from '../check.mjs'
import { exceptions } from '../lib/installed.mjs'
import { isAllowed, licenceOf } from '../lib/spdx.mjs'

/**
 * A host package in a folder of its own, with these packages installed beside it: `{ name: manifest
 * }`.
 */
function installation(host, packages = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-licences-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const write = (folder, manifest) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  }
  write(dir, { name: 'published', version: '1.0.0', license: 'MIT', ...host })
  for (const [name, manifest] of Object.entries(packages))
    write(join(dir, 'node_modules', name), { name, version: '1.0.0', ...manifest })
  return dir
}

const bundle = (dir, source, code) => {
  mkdirSync(join(dir, 'dist'), { recursive: true })
  writeFileSync(join(dir, 'dist/index.js'), code)
  writeFileSync(
    join(dir, 'dist/index.js.map'),
    JSON.stringify({ sources: ['../src/index.ts', source] }),
  )
}

const EXCEPTION = exceptions('| `rpc-*` | LGPL-3.0-only | host | no other client | replace it |')

describe('Licences of what reaches a host', () => {
  it('Permissive licences at every depth pass', () => {
    const dir = installation(
      { dependencies: { a: '1' } },
      { a: { license: 'ISC', dependencies: { b: '1' } }, b: { license: '(MIT OR GPL-3.0)' } },
    )
    expect(problemsOf(dir)).toEqual([])
  })

  it('A GPL package is refused at any depth, and the complaint says how it came', () => {
    const dir = installation(
      { dependencies: { a: '1' } },
      { a: { license: 'MIT', dependencies: { gnu: '1' } }, gnu: { license: 'GPL-3.0-only' } },
    )
    expect(problemsOf(dir)).toEqual(['gnu 1.0.0 is GPL-3.0-only (published > a > gnu)'])
  })

  it.each(['peerDependencies', 'optionalDependencies'])('%s are checked too', (field) => {
    expect(
      problemsOf(installation({ [field]: { gnu: '1' } }, { gnu: { license: 'AGPL-3.0' } })),
    ).toHaveLength(1)
  })

  it('Development dependencies are not checked', () => {
    expect(
      problemsOf(installation({ devDependencies: { gnu: '1' } }, { gnu: { license: 'GPL-3.0' } })),
    ).toEqual([])
  })

  it('A package without a licence is refused, and so is one that is not installed', () => {
    expect(problemsOf(installation({ dependencies: { a: '1', gone: '1' } }, { a: {} }))).toEqual([
      'a 1.0.0 is none given (published > a)',
      'not installed, so its licence is unknown: published > gone',
    ])
  })

  it('A package that the build bundled is found', () => {
    const dir = installation({ devDependencies: { gnu: '1' } }, { gnu: { license: 'GPL-2.0' } })
    bundle(dir, '../node_modules/gnu/index.js', 'x')
    expect(problemsOf(dir)).toEqual(['gnu 1.0.0 is GPL-2.0 (gnu, inside dist)'])
  })

  it('A bundled package needs its copyright notice', () => {
    const dir = installation({}, { '@scope/box': { license: 'MIT' } })
    writeFileSync(join(dir, 'node_modules/@scope/box/LICENSE'), 'MIT\n\n  Copyright (c) Somebody\n')
    bundle(dir, '../node_modules/@scope/box/index.js', 'x')
    expect(problemsOf(dir)).toEqual([
      'the copyright notice of @scope/box, which is inside dist, is not in the package',
    ])
    bundle(dir, '../node_modules/@scope/box/index.js', '/* Copyright (c) Somebody */ x')
    expect(problemsOf(dir)).toEqual([])
  })

  it('A named exception passes only with the licence that was judged', () => {
    const dir = (licence) =>
      installation({ dependencies: { 'rpc-ws': '1' } }, { 'rpc-ws': { license: licence } })
    expect(problemsOf(dir('LGPL-3.0-only'), EXCEPTION)).toEqual([])
    expect(problemsOf(dir('GPL-3.0-only'), EXCEPTION)).toHaveLength(1)
  })

  it('A tool with another licence may reach plugin authors, and no host', () => {
    const dir = installation({ peerDependencies: { css: '1' } }, { css: { license: 'MPL-2.0' } })
    const tool = exceptions('| `css` | MPL-2.0 | tool | minifies | nothing |')
    expect(problemsOf(dir, tool)).toHaveLength(1)
    expect(problemsOf(dir, tool, { forAuthors: true })).toEqual([])
  })
})

describe('Licences of what is installed', () => {
  const foreign = { name: 'rpc-ws', version: '1.0.0', licence: 'LGPL-3.0-only' }
  it('A licence of another kind must be named', () => {
    expect(problemsOfInstallation([foreign], new Map(), { complete: true })).toEqual([
      'rpc-ws 1.0.0 is LGPL-3.0-only and not in docs/licences.md',
    ])
    expect(problemsOfInstallation([foreign], EXCEPTION, { complete: true })).toEqual([])
  })
  it('A stale exception is a complaint where everything is installed', () => {
    expect(problemsOfInstallation([], EXCEPTION, { complete: true })).toHaveLength(1)
    expect(problemsOfInstallation([], EXCEPTION, { complete: false })).toEqual([])
  })
  it('An exception needs a reason', () =>
    expect(() => exceptions('| `x` | GPL-3.0 | tool | | nothing |')).toThrow('needs package'))
})

describe('Licence names', () => {
  it.each([
    'MIT',
    'BSD-3-Clause',
    '(MIT OR GPL-3.0)',
    'MIT AND ISC',
    '(BSD-2-Clause AND (MIT OR GPL-2.0-or-later))',
    'CC0-1.0',
    'BlueOak-1.0.0',
  ])('The licence "%s" is allowed', (name) => expect(isAllowed(name)).toBe(true))
  it.each([
    'GPL-3.0',
    'MIT AND GPL-3.0',
    'LGPL-2.1 OR GPL-3.0',
    'SEE LICENSE IN LICENSE',
    'none given',
    'UNLICENSED',
    '',
    'MIT-like',
  ])('The licence "%s" is refused', (name) => expect(isAllowed(name)).toBe(false))
  it('Older forms of the licence field are read', () =>
    expect(
      [{ license: { type: 'MIT' } }, { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }, {}].map(
        licenceOf,
      ),
    ).toEqual(['MIT', 'MIT OR GPL-2.0', 'none given']))
})
