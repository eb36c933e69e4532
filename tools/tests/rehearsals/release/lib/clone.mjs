// A throw-away clone of the committed state. In `npm test` it borrows the builds and the node_modules
// of this workspace, because installing and building again would take longer than all rehearsals
// together. For `pnpm release:check` it is clean: it installs and builds by itself.
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { must, node, outputOf } from '../../../../run/lib/children.mjs'
import { at, root } from '../../../../run/lib/paths.mjs'
import { pnpm } from '../../../../run/lib/pnpm.mjs'
import { publishedPackages, workspacePackages } from '../../../../run/lib/workspace.mjs'

const isClean = process.env.LATCHKEY_RELEASE === 'clean'
const AUTHOR = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@localhost']

const git = (cwd, ...args) => must('git', args, { cwd })

/** Copies a folder of our package into the clone, where both have one. */
function copyInto(folder, { dir, path }, name) {
  if (existsSync(join(dir, name)) && existsSync(join(folder, path)))
    cpSync(join(dir, name), join(folder, path, name), { recursive: true, verbatimSymlinks: true })
}

function borrow(folder) {
  // On Windows a link to a folder needs no rights when it is a junction.
  symlinkSync(at('node_modules'), join(folder, 'node_modules'), 'junction')
  // The links in a package's node_modules are relative, so in the clone they lead to the clone's
  // packages and to the borrowed store.
  for (const one of workspacePackages()) copyInto(folder, one, 'node_modules')
  for (const one of publishedPackages()) copyInto(folder, one, 'dist')
}

/** Installs what the lock file of a clone names, and nothing else. */
export const install = (folder) =>
  outputOf(
    'pnpm install',
    pnpm(['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, quiet: true }),
  )

/** Builds every package of a clone that is published. */
export const buildIn = (folder) =>
  outputOf(
    'the build',
    node(
      join(folder, 'tools/run/build.mjs'),
      publishedPackages(folder).map(({ path }) => path),
      { cwd: folder, quiet: true },
    ),
  )

/** @param {string} folder empty; becomes a clone in which nothing is installed */
export const cloneSources = (folder) => git(root, 'clone', '--quiet', root, folder)

/** @param {string} folder empty; becomes a clone that is built */
export async function cloneWorkspace(folder) {
  await cloneSources(folder)
  if (!isClean) return borrow(folder)
  await install(folder)
  await buildIn(folder)
}

/** Commits everything: `undo` comes back to this state. */
export async function keep(folder) {
  await git(folder, 'add', '--all')
  await git(folder, ...AUTHOR, 'commit', '--quiet', '--message', 'Rehearsal')
}

/** Puts everything back as committed. */
export async function undo(folder) {
  await git(folder, 'checkout', '--quiet', '.')
  await git(folder, 'clean', '-fdq', '.changeset', 'packages', 'plugins', 'services')
}
