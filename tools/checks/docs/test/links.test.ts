// Every link of the documentation leads somewhere, also those to a heading; every document can be
// found.
import { existsSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { ownTarget } from '../links.mjs'
import { anchorsOf, documents, linksOf, readDocument, type Document } from './documents.mjs'

const all = [...documents(), readDocument('llms.txt')]
const known = new Map(all.map((document) => [document.path, anchorsOf(document)]))

/**
 * Where in this repository a link leads; `undefined`: elsewhere. Published READMEs name this
 * repository in full.
 */
function targetOf(
  { path }: Document,
  link: string,
): { path: string; anchor: string | undefined } | undefined {
  const own = ownTarget(link)
  if (own) return own
  if (/^[a-z]+:/.test(link)) return undefined
  const [file = '', anchor] = link.split('#')
  return {
    path: file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)),
    anchor,
  }
}
function problemsOf(document: Document): readonly string[] {
  return linksOf(document).flatMap((link) => {
    const target = targetOf(document, link)
    if (!target) return /^https:\/\//.test(link) ? [] : [`${link}: only https`]
    if (!existsSync(at(target.path))) return [`${link}: ${target.path} is not there`]
    if (target.anchor === undefined) return []
    return known.get(target.path)?.has(target.anchor)
      ? []
      : [`${link}: ${target.path} has no such heading`]
  })
}

describe('Links', () => {
  it.each(all.map((document) => [document.path, document] as const))(
    'Every link of %s leads somewhere',
    (_, document) => expect(problemsOf(document)).toEqual([]),
  )

  it('A link that leads nowhere is noticed', () => {
    const text =
      '[a](nowhere.md) [b](options.md#no-such) [c](#here) [d](http://x.test) ' +
      '[e](https://github.com/latchkey-dev/latchkey/blob/main/gone.md)\n\n`[f](not-a-link.md)`\n\n# There\n\n```ts\n[g](code.md)\n```\n'
    expect(problemsOf({ path: 'docs/wrong.md', text })).toHaveLength(5)
  })

  it('Links in published READMEs do not leave the package by a path', () => {
    const readmes = all.filter(({ path }) =>
      /^(packages|plugins|services)\/[^/]+\/README\.md$/.test(path),
    )
    expect(
      readmes.flatMap((document) =>
        linksOf(document)
          .filter((link) => !/^(https:|#)/.test(link))
          .map((link) => `${dirname(document.path)}: ${link}`),
      ),
    ).toEqual([])
  })
})

describe('Documents', () => {
  it('Every document is linked from docs/README.md', () => {
    const found = linksOf(readDocument('docs/README.md'))
    for (const { path } of all.filter(
      (document) => /^docs\/[\w-]+\.md$/.test(document.path) && document.path !== 'docs/README.md',
    ))
      expect(found, path).toContain(path.slice('docs/'.length))
  })
})
