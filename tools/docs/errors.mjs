#!/usr/bin/env node
// Writes docs/errors.md from the error catalogue: node tools/docs/errors.mjs
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { say } from '../run/lib/log.mjs'
import { at } from '../run/lib/paths.mjs'
import { errorCatalogue } from './errorCatalogue.mjs'

export const FILE = 'docs/errors.md'
export const COMMAND = 'node tools/docs/errors.mjs'

const INTRO = `# Errors

<!-- Made by \`${COMMAND}\` from ErrorContexts and the English texts. Change those, then run it. -->

Everything that fails throws a \`LatchkeyError\`. Its \`code\` never changes its name and is what you compare; its \`message\` is for developers; \`context\` holds typed details; \`cause\` is what was thrown underneath; \`docsPath\` leads to the place on this page.

\`\`\`ts
import { isLatchkeyError } from '@latchkey/plugin-api'

try {
  await kernel.connectWithModal()
} catch (error) {
  if (isLatchkeyError(error, 'kernel.modal_closed') || isLatchkeyError(error, 'wallet.user_rejected')) console.log('Not today.')
  else if (isLatchkeyError(error)) console.error(error.code, error.context, error.docsPath)
  else throw error
}
\`\`\`

Use \`isLatchkeyError\`, not \`instanceof\`: a page may hold two copies of a package. The texts that visitors read can be replaced: [Texts](theming.md#texts).
`

const groupOf = ({ code }) => code.split('.')[0]
const link = ({ code }) => `[\`${code}\`](#${code})`

const section = ({ code, context, what, fix, text }) =>
  [
    `<a id="${code}"></a>`,
    '',
    `## ${code}`,
    '',
    `**What happened.** ${what}`,
    '',
    `**What to do.** ${fix}`,
    '',
    ...(text ? [`**A visitor reads.** “${text}”`, ''] : []),
    ...(context === 'object' ? [] : [`\`context\`: \`${context}\``, '']),
  ].join('\n')

/** @param {import('./errorCatalogue.mjs').ErrorEntry[]} entries @returns {string} */
export function errorsPage(entries) {
  const groups = [...new Set(entries.map(groupOf))].map((name) =>
    entries.filter((entry) => groupOf(entry) === name),
  )
  const table = groups.map(
    (group) => `| \`${groupOf(group[0])}\` | ${group[0].package} | ${group.map(link).join(', ')} |`,
  )
  return `${[INTRO, ['| begins with | declared in | codes |', '|---|---|---|', ...table, ''].join('\n'), ...entries.map(section)].join('\n').trim()}\n`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const entries = errorCatalogue()
  writeFileSync(at(FILE), errorsPage(entries))
  say(`wrote ${FILE}, ${entries.length} codes`)
}
