// The page of sizes and benchmarks: the budgets that each `npm test` holds, as data, and the commands.
import { readFileSync, readdirSync } from 'node:fs'
import { parse } from 'yaml'
import { documents } from '../../../tools/checks/docs/test/documents.mjs'
import { budgets, describeHosts } from '../../../tools/checks/sizes/hosts.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'
import { harmless } from './text.mjs'

const catalog = () => parse(readFileSync(at('pnpm-workspace.yaml'), 'utf8')).catalog
/** The sentences at the head of a program. */
const headOf = (file) => {
  const lines = readFileSync(at(file), 'utf8')
    .replace(/^#!.*\n/, '')
    .split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ''))
}
const paragraphs = (lines) =>
  lines
    .join('\n')
    .split('\n\n')
    .map((part) => harmless(part.replaceAll('\n', ' ').trim()))
    .filter(Boolean)

const budgetTable = () => {
  const row = ({ title, max, unit }) =>
    `| ${title} | ${max.toLocaleString('en')}${unit && ` ${unit}`} |`
  return ['| part | at most |', '|---|---:|', ...budgets(describeHosts(catalog())).map(row)]
}

/** The benches by name: `open`, `relay`. @returns {string[]} */
export const benchNames = () => {
  const [first] = headOf('tools/bench/bench.mjs')
  const names = /\[([a-z|]+)\]/.exec(first)?.[1]?.split('|')
  if (!names) throw new Error('The first line of tools/bench/bench.mjs does not list the benches.')
  return names
}

const BENCH = /\bbench ([a-z]+)/g
/** The documents that hold figures of a bench. */
const mentions = (name, all) =>
  all.filter(
    ({ path, text }) =>
      path !== 'CONTRIBUTING.md' && [...text.matchAll(BENCH)].some(([, found]) => found === name),
  )
const titleOf = ({ path, text }) => /^# (.*)$/m.exec(text)?.[1] ?? path

function benchTable() {
  const all = documents()
  const files = readdirSync(at('tools/bench'))
  const row = (name) => {
    const what = files.includes(`${name}.mjs`)
      ? paragraphs(headOf(`tools/bench/${name}.mjs`))
          .join(' ')
          .replaceAll('|', '\\|')
      : ''
    const where = mentions(name, all).map((one) => `[${titleOf(one)}](/${one.path})`)
    return `| \`npx pnpm@12.21.0 bench ${name}\` | ${what} | ${where.join(', ')} |`
  }
  return ['| command | what it measures | figures in |', '|---|---|---|', ...benchNames().map(row)]
}

/* eslint-disable max-len -- a paragraph of the page is one line */
/** @returns {import('./pages.mjs').Page} */
export const sizesPage = () => ({
  path: 'sizes.md',
  from: 'tools/checks/sizes/README.md',
  text: `# Sizes and benchmarks

No figure on this page is typed by hand. The site's build reads the budgets that the checks use.

## Sizes

Bytes are gzip, level 9. A build that is larger than a budget fails \`npm test\`.

${paragraphs(headOf('tools/checks/sizes/check.mjs').slice(2)).join('\n\n')}

\`\`\`sh
npm test -- --only sizes       # builds what is missing, measures, and prints each part beside its budget
npx pnpm@12.21.0 sizes         # the same on packages that are built already
\`\`\`

${budgetTable().join('\n')}

## Benchmarks

A bench prints each figure beside its bound, and fails where one exceeds it. It runs on your machine, without any other server: measure on a calm one. Where figures depend on the machine they are ratios to something plain in the same run.

${benchTable().join('\n')}
`,
})
