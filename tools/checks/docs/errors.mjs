// The page docs/errors.md, made of the error catalogue.

/* eslint-disable max-len -- a paragraph of the page is one line */
const INTRO = `# Errors

<!-- Made by \`node tools/checks/docs/generate.mjs\` from ErrorContexts and the English texts. Change those, then run it. -->

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
/* eslint-enable max-len */

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
  const head = ['| begins with | declared in | codes |', '|---|---|---|', ...table, '']
  return `${[INTRO, ...head, ...entries.map(section)].join('\n').trim()}\n`
}
