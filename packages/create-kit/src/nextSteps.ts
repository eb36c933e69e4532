import { relative } from 'node:path'

/**
 * The commands to type next, a line each, after the one that enters the folder.
 * @param folder absolute path
 */
export function nextSteps(folder: string, commands: readonly string[]): string {
  const path = relative('', folder)
  const enter = path ? [`cd ${/\s/.test(path) ? `"${path}"` : path}`] : []
  return [...enter, ...commands].map((step) => `  ${step}\n`).join('')
}
