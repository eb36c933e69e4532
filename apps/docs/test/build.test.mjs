// The parts of the site's build that need no generator.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../../tools/run/lib/paths.mjs'
import { groupsOf } from '../build/contents.mjs'
import { galleryPage, picturesIn } from '../build/gallery.mjs'
import { linkOnSite, rewriteLinks } from '../build/links.mjs'
import { repository } from '../build/pages.mjs'
import { hashesOf, headersFile, withPolicy } from '../build/policy.mjs'
import { entries, reference } from '../build/reference.mjs'
import { versionMenu } from '../build/settings.mjs'
import { benchNames, sizesPage } from '../build/sizes.mjs'
import { corrected } from '../build/themeFixes.mjs'

const inDocs = { from: 'docs/options.md', page: 'options.md' }

describe('Links on the site', () => {
  it.each([
    ['errors.md#kernel.disposed', './errors.md#kernel.disposed'],
    ['../plugins/bitcoin/README.md#with-sats-connect', './packages/bitcoin.md#with-sats-connect'],
    ['../plugins/evm', './packages/evm.md'],
    ['adr', './decisions/index.md'],
    ['adr/0032-silence-not-time.md', './decisions/0032-silence-not-time.md'],
    ['providers/README.md', './providers/index.md'],
    ['images/connect.png', './images/connect.png'],
    ['#looks', '#looks'],
    ['requirements.tsv', `${repository}/blob/main/docs/requirements.tsv`],
    ['../examples/next', `${repository}/tree/main/examples/next`],
    [`${repository}/blob/main/docs/licences.md`, './licences.md'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
  ])('%s of docs/options.md is %s', (url, there) => expect(linkOnSite(url, inDocs)).toBe(there))

  it('A page in a folder leads out of it', () =>
    expect(
      linkOnSite('../../docs/errors.md', {
        from: 'packages/kernel/README.md',
        page: 'packages/kernel.md',
      }),
    ).toBe('../errors.md'))

  it('Code keeps its links, and text around a link stays as it is', () => {
    const text =
      'A [b](errors.md) `[c](errors.md)` ![d](images/connect.png)\n\n```md\n[e](errors.md)\n```\n'
    expect(rewriteLinks(text, inDocs)).toBe(
      text.replace('](errors.md)', '](./errors.md)').replace('](images', '](./images'),
    )
  })
})

describe('Order of reading', () => {
  it('Groups are those of docs/README.md, each page once, without links to a heading', () => {
    const text =
      '# D\n\n**Start**: [React](quick-start-react.md) · [wagmi](quick-start-wagmi.md)\n\n' +
      '**Look up**: [options](options.md) · [again](options.md) · [part](options.md#part) · [table](requirements.tsv)\n'
    expect(groupsOf(text)).toEqual([
      {
        text: 'Start',
        entries: [
          { text: 'React', link: 'quick-start-react.md' },
          { text: 'wagmi', link: 'quick-start-wagmi.md' },
        ],
      },
      { text: 'Look up', entries: [{ text: 'Options', link: 'options.md' }] },
    ])
  })
})

describe('Reference', () => {
  it('An entry has every name of its API report, with comments and without bodies', () => {
    const { pages } = reference(entries().filter(({ door }) => door === '@latchkey/kernel'))
    const page = pages.find(({ path }) => path === 'api/kernel.md')
    const report = readFileSync(at('etc/api/kernel.api.md'), 'utf8')
    const declared = [
      ...report.matchAll(
        /^export (?:declare )?(?:const|function|interface|type|class|enum) (\w+)/gm,
      ),
    ]
    expect(declared.length).toBeGreaterThan(20)
    for (const [, name] of declared) expect(page.text).toContain(`\n## ${name}\n`)
    expect(page.text).toContain('Assembles plugins into a headless wallet modal')
    expect(page.text).toContain(
      'function divideDecimals(dividend: string, divisor: string): string\n```',
    )
  })
})

describe('Policy', () => {
  const html =
    '<html><head>\n    <meta charset="utf-8"><script>a()</script><script src="/b.js"></script></head></html>'

  it('An inline script is named by its hash, before anything that the policy is about', () => {
    const [hash] = hashesOf(html)
    const written = withPolicy(html)
    expect(written.indexOf(hash)).toBeGreaterThan(0)
    expect(written.indexOf(hash)).toBeLessThan(written.indexOf('<script>'))
    expect(hashesOf(html)).toHaveLength(1)
    expect(headersFile([hash])).toContain(`script-src 'self' ${hash};`)
    expect(written + headersFile([hash])).not.toContain('unsafe')
  })
})

describe('Sizes', () => {
  it('Each bench has a row, and each budget its figure', () => {
    const { text } = sizesPage()
    for (const name of benchNames()) expect(text).toContain(`bench ${name}\``)
    const { parts } = JSON.parse(readFileSync(at('tools/checks/sizes/budgets.json'), 'utf8'))
    for (const { title } of parts) expect(text).toContain(`| ${title} | `)
  })
})

describe('Gallery', () => {
  it('A picture has its look and its size, and other files are left alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-gallery-'))
    try {
      const png = Buffer.alloc(24)
      png.writeUInt32BE(390, 16)
      png.writeUInt32BE(720, 20)
      for (const name of ['Connect-list.dark.png', 'sheet-01.png', 'Connect.odd.png'])
        writeFileSync(join(folder, name), png)
      expect(picturesIn(folder)).toEqual([
        {
          scene: 'Connect-list',
          look: 'dark',
          file: 'Connect-list.dark.png',
          width: 390,
          height: 720,
        },
      ])
      expect(galleryPage(folder).text).toContain('alt="Connect list, dark" loading="lazy"')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('Without pictures the page says how to make them', () =>
    expect(galleryPage('/nowhere/at/all').text).toContain('Run `npx pnpm@12.21.0 gallery`'))
})

describe('Versions', () => {
  const links = (menu) => menu.items.map(({ props, link }) => props?.href ?? link)

  it('A site in a folder leads to the newest', () => {
    expect(links(versionMenu('0.1.0', '/0.1/'))[0]).toBe('/')
    expect(links(versionMenu('0.1.0', '/'))).not.toContain('/')
  })
})

describe('Theme', () => {
  it('A correction that finds nothing to correct fails', () =>
    expect(() => corrected('VPHome.vue', '<template><p>other</p></template>')).toThrow(
      'VPHome.vue',
    ))
})
