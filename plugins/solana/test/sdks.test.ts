// Each SDK has an entry of its own: what an entry leads to, types included, names no other SDK.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, Record<string, string> | string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
}

/** Every file of ours and every package that a file leads to, by any form of import. */
function reach(entry: string): { files: string[]; packages: string[] } {
  const files = new Set([join(root, entry)])
  const packages = new Set<string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(text, true, true)
    for (const { fileName } of [...importedFiles, ...typeReferenceDirectives]) {
      if (!fileName.startsWith('.')) {
        packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(fileName)![0])
        continue
      }
      const path = join(dirname(file), fileName)
      const found = [
        path.replace(/\.js$/, '.ts'),
        ...(file.endsWith('.d.ts') ? [path.replace(/\.js$/, '.d.ts')] : []),
        path,
      ].find(existsSync)
      if (found === undefined) throw new Error(`${file} imports ${fileName}, which is missing.`)
      files.add(found)
    }
  }
  return { files: [...files], packages: [...packages] }
}
const sdksIn = (entry: string): string[] =>
  reach(entry).packages.filter((name) => name.startsWith('@solana'))
const entries = [
  ['.', []],
  ['./kit', ['@solana/kit']],
  ['./web3js', ['@solana/web3.js']],
] as const

it.each(entries)('The sources of the entry %s name %j of the SDKs', (entry, sdks) => {
  const { '@latchkey/source': source } = manifest.exports[entry] as Record<string, string>
  expect(sdksIn(source!)).toEqual(sdks)
  expect(reach(source!).files.length).toBeGreaterThan(2)
})

// `npm test` builds first. Where nothing is built, the sources alone are read.
it.skipIf(!existsSync(join(root, 'dist'))).each(entries)(
  'The built code and types of the entry %s name %j of the SDKs',
  (entry, sdks) => {
    const { types, default: code } = manifest.exports[entry] as Record<string, string>
    expect([sdksIn(code!), sdksIn(types!)]).toEqual([sdks, sdks])
  },
)

it('Neither SDK has to be installed for the other', () => {
  for (const name of ['@solana/kit', '@solana/web3.js'])
    expect([name in manifest.peerDependencies, manifest.peerDependenciesMeta[name]]).toEqual([
      true,
      { optional: true },
    ])
})
