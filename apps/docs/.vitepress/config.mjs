// The settings of VitePress. The pages are written by build/stage.mjs before it reads them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { transformerStyleToClass } from '@shikijs/transformers'
import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'
import { at, readJson } from '../../../tools/run/lib/paths.mjs'
import { summaryOf } from '../../../tools/checks/docs/llms.mjs'
import { repository } from '../build/pages.mjs'
import { withPolicy } from '../build/policy.mjs'
import { SOURCE } from '../build/stage.mjs'
import { themeFixes } from '../build/themeFixes.mjs'
import { forBrowsers, forSearch } from '../build/markdown.mjs'
import { CODE_CSS, base, outDir, versionMenu } from '../build/settings.mjs'

const CONTENTS = at('apps/docs/.tmp/contents.json')
const groups = existsSync(CONTENTS) ? readJson(CONTENTS) : []
const toAddress = (link) =>
  `/${link.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '.html')}`
const listOf = (chosen, collapsedAfter) =>
  chosen.map(({ text, entries }, index) => ({
    text,
    collapsed: index > collapsedAfter,
    items: entries.map(({ text: name, link }) => ({ text: name, link: toAddress(link) })),
  }))
/** The reference and the decisions are long: each has a list of pages of its own. */
const APART = { '/api/': 'API', '/decisions/': 'Decisions' }
const isApart = ({ text }) => Object.values(APART).includes(text)
const sidebar = {
  ...Object.fromEntries(
    Object.entries(APART).map(([path, name]) => [
      path,
      listOf(
        groups.filter(({ text }) => text === name),
        0,
      ),
    ]),
  ),
  '/': listOf(
    groups.filter((group) => !isApart(group)),
    3,
  ),
}

/** Styles of code as classes: a style attribute would need a policy that allows them all. */
const codeClasses = transformerStyleToClass({ classPrefix: 'code-' })

export default defineConfig({
  base,
  srcDir: SOURCE,
  outDir,
  cacheDir: at('node_modules/.cache/latchkey/site'),
  lang: 'en',
  title: 'Latchkey',
  description: 'The wallet-connection modal that a website owns.',
  // Changing the look would insert a style element, which the policy forbids.
  appearance: { disableTransition: false },
  metaChunk: true,
  // In the place of a style attribute.
  contentProps: { class: 'page-content' },
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['link', { rel: 'stylesheet', href: `${base}${CODE_CSS}` }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    codeTransformers: [codeClasses],
    config: forBrowsers,
  },
  vite: { plugins: [themeFixes()], build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: 'Quick start', link: '/quick-start-react.html' },
      { text: 'Options', link: '/options.html' },
      { text: 'API', link: '/api/' },
      { text: 'Gallery', link: '/gallery.html' },
      versionMenu(),
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        disableQueryPersistence: true,
        _render: forSearch,
        miniSearch: { searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, titles: 2 } } },
      },
    },
    externalLinkIcon: true,
    footer: { message: `MIT License · <a href="${repository}">source</a>` },
  },
  transformPageData: (page) => {
    const source = readFileSync(`${SOURCE}/${page.filePath}`, 'utf8').replace(
      /^---\n[^]*?\n---\n/,
      '',
    )
    page.description ||= summaryOf(source).replaceAll('`', '')
  },
  transformHead: ({ page }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${page}` }],
  ],
  transformHtml: (html) => withPolicy(html),
  buildEnd: () => writeFileSync(`${outDir}/${CODE_CSS}`, codeClasses.getCSS()),
})
