// A throw-away clone of what is committed, with what was built here. It borrows our node_modules: an installation of its own
// would take longer to remove than all the rehearsals take together.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run } from '../../run/lib/children.mjs'
import { Explained } from '../../run/lib/log.mjs'
import { at, readJson, root } from '../../run/lib/paths.mjs'
import { publishedPackages, workspacePackages } from '../../run/lib/workspace.mjs'

async function must(result, what) {
  const { code, output } = await result
  if (code !== 0) throw new Explained(`${what} failed:\n${output.trim().slice(-3000)}`)
  return output
}

const git = (folder, ...args) =>
  must(run('git', args, { cwd: folder, quiet: true }), `git ${args[0]}`)

/** The links in a package's node_modules are relative: in the clone they lead to the clone's packages and to the borrowed store. */
function borrowModules(folder) {
  // On Windows a link to a folder needs no rights when it is a junction.
  symlinkSync(at('node_modules'), join(folder, 'node_modules'), 'junction')
  for (const { dir, path } of workspacePackages()) {
    const modules = join(dir, 'node_modules')
    if (existsSync(modules) && existsSync(join(folder, path)))
      cpSync(modules, join(folder, path, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
      })
  }
}

/** @returns {Promise<{ folder: string, undo(): Promise<void>, remove(): void }>} `undo` puts everything back as committed */
export async function cloneWorkspace() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  await git(root, 'clone', '--quiet', root, folder)
  borrowModules(folder)
  for (const { dir, path } of publishedPackages()) {
    const target = join(folder, path)
    if (existsSync(join(dir, 'dist')) && existsSync(target))
      cpSync(join(dir, 'dist'), join(target, 'dist'), { recursive: true })
  }
  return {
    folder,
    undo: async () => {
      await git(folder, 'checkout', '--quiet', '.')
      await git(folder, 'clean', '-fdq', '.changeset', 'packages', 'plugins', 'services')
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Builds one package of the clone, without pnpm: it would look whether the borrowed modules are the clone's. */
export async function buildPackage(folder, path) {
  const cwd = join(folder, path)
  const PATH = [
    join(cwd, 'node_modules/.bin'),
    join(folder, 'node_modules/.bin'),
    process.env.PATH,
  ].join(delimiter)
  await must(
    run(readJson(join(cwd, 'package.json')).scripts.build, [], {
      cwd,
      shell: true,
      quiet: true,
      env: { PATH },
    }),
    `building ${path}`,
  )
}
