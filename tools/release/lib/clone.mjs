// A throw-away clone of what is committed, installed, with what was built here.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npx, run } from '../../run/lib/children.mjs'
import { PNPM, installArguments } from '../../run/lib/install.mjs'
import { Explained } from '../../run/lib/log.mjs'
import { root } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'

const QUIET = { quiet: true, env: { npm_config_loglevel: 'error' } }

async function must(result, what) {
  const { code, output } = await result
  if (code !== 0) throw new Explained(`${what} failed:\n${output.trim().slice(-3000)}`)
  return output
}

export const git = (folder, ...args) => must(run('git', args, { cwd: folder, ...QUIET }), `git ${args[0]}`)

/** @returns {Promise<{ folder: string, undo(): Promise<void>, remove(): void }>} `undo` puts everything back as committed */
export async function cloneWorkspace() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  await git(root, 'clone', '--quiet', '--no-hardlinks', root, folder)
  const { args } = installArguments()
  await must(npx([PNPM, ...args, '--prefer-offline', '--ignore-scripts'], { cwd: folder, ...QUIET }), 'pnpm install in the clone')
  for (const { dir, path } of publishedPackages()) {
    const target = join(folder, path)
    if (existsSync(join(dir, 'dist')) && existsSync(target)) cpSync(join(dir, 'dist'), join(target, 'dist'), { recursive: true })
  }
  return {
    folder,
    undo: async () => { await git(folder, 'checkout', '--quiet', '.'); await git(folder, 'clean', '-fdq') },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Builds one package of the clone. */
export async function buildPackage(folder, path) {
  await must(npx([PNPM, '--dir', join(folder, path), 'run', 'build'], { cwd: folder, ...QUIET }), `building ${path}`)
}
