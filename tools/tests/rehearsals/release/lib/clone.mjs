// A throw-away clone of the committed state with the builds of this workspace. It borrows our
// node_modules: removing an installation of its own would take longer than all rehearsals together.
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../../../../run/lib/children.mjs'
import { at, root } from '../../../../run/lib/paths.mjs'
import { publishedPackages, workspacePackages } from '../../../../run/lib/workspace.mjs'

const git = (cwd, ...args) => must('git', args, { cwd })

/** Copies a folder of our package into the clone, where both have one. */
function copyInto(folder, { dir, path }, name) {
  if (existsSync(join(dir, name)) && existsSync(join(folder, path)))
    cpSync(join(dir, name), join(folder, path, name), { recursive: true, verbatimSymlinks: true })
}

/** @param {string} folder empty; becomes the clone */
export async function cloneWorkspace(folder) {
  await git(root, 'clone', '--quiet', root, folder)
  // On Windows a link to a folder needs no rights when it is a junction.
  symlinkSync(at('node_modules'), join(folder, 'node_modules'), 'junction')
  // The links in a package's node_modules are relative, so in the clone they lead to the clone's
  // packages and to the borrowed store.
  for (const one of workspacePackages()) copyInto(folder, one, 'node_modules')
  for (const one of publishedPackages()) copyInto(folder, one, 'dist')
}

/** Puts everything back as committed. */
export async function undo(folder) {
  await git(folder, 'checkout', '--quiet', '.')
  await git(folder, 'clean', '-fdq', '.changeset', 'packages', 'plugins', 'services')
}
