// The table of events in docs/analytics.md, from the list of the plugin.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { at } from '../../run/lib/paths.mjs'

const BEGIN = '<!-- events: written by `node tools/checks/docs/generate.mjs` from events.ts -->'
const END = '<!-- /events -->'
const PAGE = at('docs/analytics.md')
const SOURCE = at('plugins/feature-analytics/src/events.ts')

/** The list as the plugin exports it. The file imports nothing, so that it runs once its types are gone. */
const options = {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
}
const { outputText } = ts.transpileModule(readFileSync(SOURCE, 'utf8'), options)
const { eventMeanings, NEVER_SENT, trackedEvents } = await import(
  `data:text/javascript,${encodeURIComponent(outputText)}`
)

const row = ([, event, ...data]) => {
  const names = data.map((path) => `\`${path.split('.').pop()}\``)
  const meaning = eventMeanings[event] + (event === NEVER_SENT ? ' **Never sent.**' : '')
  return `| \`${event}\` | ${meaning} | ${names.join(', ')} |`
}
const table = () =>
  ['| event | when | data |', '|---|---|---|', ...trackedEvents.map(row)].join('\n')

/** The page with the table as it has to be. @param {string} [text] @returns {string} */
export function analyticsPage(text = readFileSync(PAGE, 'utf8')) {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined)
    throw new Error(`${PAGE} lacks the marks ${BEGIN} and ${END} around its table.`)
  return `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`
}
