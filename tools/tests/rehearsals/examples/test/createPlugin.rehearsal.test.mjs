// Runs `npm create @latchkey/plugin` as an author would: from the packed tarball in an empty folder,
// for each kind of plugin; then install, types, tests, build, and its page in Chromium. Each step is
// timed.
import { join } from 'node:path'
import { beforeAll, describe, it, onTestFinished } from 'vitest'
import { packEach } from '../../../../checks/pack/pack.mjs'
import { Explained } from '../../../../run/lib/log.mjs'
import { publishedPackages, workspacePackages } from '../../../../run/lib/workspace.mjs'
import { useTarballs } from '../../lib/host.mjs'
import { npm, npmInstall, temporary, timed } from '../../lib/rehearsal.mjs'
import { visitBuilt } from '../page.mjs'
import { chain, feature } from '../smoke/createdPlugin.mjs'

const CREATE = '@latchkey/create-plugin'
const KIT = '@latchkey/plugin-testkit'
const KINDS = {
  chain: { name: 'pebble-beach', smoke: chain },
  'chain-wallet-standard': { name: 'pebble-beach', smoke: chain },
  feature: { name: '@stranger/diary', smoke: feature },
}

let tarballs

/** Packs every published package, and the kit, which every created plugin is tested with. */
async function packHouse() {
  const published = publishedPackages().map(({ name }) => name)
  const packed = await packEach(
    workspacePackages().filter(({ name }) => name === KIT || published.includes(name)),
  )
  return new Map(packed.map(({ name, file }) => [name, file]))
}

/** Complains where the created package.json names our packages by something other than versions. */
function demandVersions({ devDependencies }) {
  const ours = Object.entries(devDependencies).filter(([name]) => tarballs.has(name))
  const strays = ours.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))
  if (ours.length === 0 || strays.length > 0)
    throw new Explained(`the created package.json asks for ${JSON.stringify(strays)} of ours`)
}

async function tryKind(kind, { name, smoke }) {
  const folder = temporary(`create-${kind}`, onTestFinished)
  const command = ['create-plugin', '--kind', kind, '--name', name, '--dir', '.']
  // `npm create` runs the package's only command by `npm exec`.
  await timed('create', () =>
    npm(folder, 'exec', '--yes', `--package=file:${tarballs.get(CREATE)}`, '--', ...command),
  )
  useTarballs(folder, tarballs, demandVersions)
  await timed('install', () => npmInstall(folder))
  await timed('types', () => npm(folder, 'run', 'types'))
  await timed('kit', () => npm(folder, 'test'))
  await timed('build', () => npm(folder, 'run', 'build'))
  await timed('page', () => npm(folder, 'run', 'page:build'))
  await timed('look', () => visitBuilt(join(folder, 'page/dist'), smoke))
}

describe('npm create @latchkey/plugin', () => {
  beforeAll(async () => {
    tarballs = await packHouse()
  })
  it.each(Object.keys(KINDS))(
    'A plugin by `npm create` of the kind %s installs, passes the compiler and the kit, builds, and runs in a page',
    (kind) => tryKind(kind, KINDS[kind]),
  )
})
