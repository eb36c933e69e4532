import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at } from '../../run/lib/paths.mjs'
import { BRAND_FILE, brandComplaints, createRename, readBrand } from '../lib/rename.mjs'
import { renameIn } from '../rename.mjs'

const brandText = readFileSync(at(BRAND_FILE), 'utf8')
const old = await readBrand(brandText)
const wanted = {
  ...old,
  name: 'Quillgate',
  scope: '@quill-house',
  docs: 'https://quillgate.example/docs',
  repository: 'https://github.com/quill-house/gate',
  maintainers: '@quill-house/reviewers',
  conduct: 'conduct@quillgate.example',
}

/** The text of brand.ts with other fields. */
const brandOf = (changes) =>
  Object.entries(changes).reduce(
    (text, [field, value]) => text.replace(`'${old[field]}'`, () => `'${value}'`),
    brandText,
  )

/** A repository with these files, committed. */
function repository(files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-rename-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=x', '-c', 'user.email=x@x.test', 'commit', '--quiet', '-m', 'x')
  return folder
}
const read = (folder, path) => readFileSync(join(folder, path), 'utf8')

describe('The name in a text', () => {
  it.each([
    ["import { x } from '@latchkey/kernel'", "import { x } from '@quill-house/kernel'"],
    ['class LatchkeyError', 'class QuillgateError'],
    ['LATCHKEY_KEEP=1', 'QUILLGATE_KEEP=1'],
    ['<latchkey-button>', '<quillgate-button>'],
    ['"@latchkey-tools/bench"', '"@quillgate-tools/bench"'],
    ['latchkey-plugin-pebble', 'quillgate-plugin-pebble'],
    [`${old.repository}/issues`, 'https://github.com/quill-house/gate/issues'],
    [`${old.docs}/errors#x`, 'https://quillgate.example/docs/errors#x'],
    [`/x/ ${old.maintainers}`, '/x/ @quill-house/reviewers'],
    [`to ${old.conduct}.`, 'to conduct@quillgate.example.'],
    ['a latch and a key', 'a latch and a key'],
  ])('"%s" becomes "%s"', (text, expected) =>
    expect(createRename(old, wanted)(text)).toBe(expected),
  )

  it('An address that stays keeps the old name inside it', () => {
    const rename = createRename(old, { ...old, name: 'Quillgate', scope: '@quillgate' })
    expect(rename(`Latchkey is at ${old.repository} and ${old.docs}/x`)).toBe(
      `Quillgate is at ${old.repository} and ${old.docs}/x`,
    )
  })
})

describe('A name that cannot be used', () => {
  it.each([
    ['two words', { name: 'Quill Gate' }, 'one word'],
    ['a small letter', { name: 'quillgate' }, 'one word'],
    ['a scope that npm refuses', { scope: '@Quill' }, 'npm wants'],
    ['a scope without its sign', { scope: 'quill' }, 'npm wants'],
    ['documents over http', { docs: 'http://quill.example' }, 'https'],
    ['a repository elsewhere', { repository: 'https://quill.example/x' }, 'github.com'],
    ['a prefix of its own', { elementPrefix: 'qg' }, 'follows the name'],
  ])('A brand with %s is a complaint', (_, change, words) =>
    expect(brandComplaints(old, { ...wanted, ...change }).join()).toContain(words),
  )
  it('A brand that is right has no complaint', () =>
    expect(brandComplaints(old, wanted)).toEqual([]))
})

describe('pnpm rename', () => {
  const PICTURE = Buffer.concat([Buffer.from([0x89, 0, 1]), Buffer.from('latchkey')])
  const files = {
    [BRAND_FILE]: brandText,
    'a/latchkey.ts': "export const latchkey = '@latchkey/a'\n",
    'picture.png': PICTURE,
    'other.md': 'Nothing of it.\n',
  }

  it('It renames texts and paths, and leaves pictures and other files', async () => {
    const folder = repository(files)
    writeFileSync(join(folder, BRAND_FILE), brandOf({ name: 'Quillgate', scope: '@quill-house' }))
    expect((await renameIn(folder)).sort()).toEqual(['a/quillgate.ts', BRAND_FILE])
    expect(read(folder, 'a/quillgate.ts')).toBe("export const quillgate = '@quill-house/a'\n")
    expect(existsSync(join(folder, 'a/latchkey.ts'))).toBe(false)
    expect(readFileSync(join(folder, 'picture.png')).equals(PICTURE)).toBe(true)
    expect(await readBrand(read(folder, BRAND_FILE))).toMatchObject({
      name: 'Quillgate',
      scope: '@quill-house',
      elementPrefix: 'quillgate',
      storagePrefix: 'quillgate',
      repository: old.repository,
      docs: old.docs,
    })
  })

  it.each([
    ['nothing was changed', {}, {}, 'change it first'],
    ['the name cannot be used', { name: 'Two words' }, {}, 'one word'],
    [
      'the name stands in a file already',
      { name: 'Quillgate' },
      { 'b.md': 'A quillgate.' },
      'b.md',
    ],
  ])('It writes nothing if %s', async (_, change, more, words) => {
    const folder = repository({ ...files, ...more })
    writeFileSync(join(folder, BRAND_FILE), brandOf(change))
    await expect(renameIn(folder)).rejects.toThrow(words)
    expect(read(folder, 'a/latchkey.ts')).toBe(files['a/latchkey.ts'])
    expect(read(folder, BRAND_FILE)).toBe(brandOf(change))
  })
})
