// The lines that changesets writes into each package's CHANGELOG.md (.changeset/config.json names this
// module). They are for readers: no commits, and one line for all dependencies.

/** @param {{ summary: string }} changeset */
export const getReleaseLine = async ({ summary }) => {
  const [first, ...more] = summary.trim().split('\n')
  return [
    `- ${first}`,
    ...more.map((line) => (line.trim() === '' ? '' : `  ${line.trimEnd()}`)),
  ].join('\n')
}

/**
 * @param {unknown} _changesets of the dependencies
 * @param {{ name: string, oldVersion: string, newVersion: string }[]} updated
 */
export const getDependencyReleaseLine = async (_changesets, updated) => {
  const names = updated.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`)
  return names.length > 0 ? `- It uses ${names.join(', ')}.` : ''
}
