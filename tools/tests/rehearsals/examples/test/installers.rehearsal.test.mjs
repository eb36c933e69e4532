// Runs examples/cosmos-node with each installer: our packages from packed tarballs, everything else
// as new as its ranges allow.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { packAll } from '../../../../checks/pack/pack.mjs'
import { startCosmos } from '../../../../localnet/src/index.mjs'
import { must } from '../../../../run/lib/children.mjs'
import { say } from '../../../../run/lib/log.mjs'
import { readJson } from '../../../../run/lib/paths.mjs'
import { asFiles, copyExample, useTarballs } from '../../lib/host.mjs'
import { npmInstall, temporary } from '../../lib/rehearsal.mjs'

const npx =
  (...args) =>
  (folder) =>
    must('npx', ['--yes', ...args], { cwd: folder })
const INSTALLERS = {
  npm: npmInstall,
  pnpm: npx('pnpm@12.21.0', 'install', '--no-frozen-lockfile', '--prefer-offline'),
  yarn: npx('yarn@1.22.22', 'install', '--non-interactive', '--no-lockfile'),
}
const FUNDS = 10_000_000
/** The address of the key in examples/cosmos-node/host.mjs. */
const ADDRESS = 'cosmos175qd0ydn0sdjtmap7kte425qh0zepzn5v0s8wf'
const EXPECTED = {
  address: ADDRESS,
  onOsmosis: 'osmo175qd0ydn0sdjtmap7kte425qh0zepzn5y5rhcm',
  outcome: 'success',
  received: '3000000',
}

/** Each installer must be told in its own way that all our packages come from files. */
function tellInstallers(folder) {
  const files = asFiles(tarballs)
  useTarballs(folder, tarballs, (manifest) => {
    manifest.resolutions = files
  })
  const settings = { packages: [], overrides: files }
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings)) // YAML as well
}

async function tryInstaller(install) {
  const folder = temporary('installer', onTestFinished)
  const node = await startCosmos({ genesis: { [ADDRESS]: { uatom: FUNDS } } })
  try {
    copyExample('cosmos-node', folder)
    tellInstallers(folder)
    await install(folder)
    const output = await must('node', ['host.mjs', node.url, node.chainId], { cwd: folder })
    const said = output.split('\n').findLast((line) => line.startsWith('{')) ?? '{}'
    expect(JSON.parse(said)).toEqual(EXPECTED)
    const { version } = readJson(join(folder, 'node_modules/@scure/base/package.json'))
    say(`  address and transfer, beside @scure/base ${version}`)
  } finally {
    await node.close()
  }
}

let tarballs
beforeAll(async () => {
  tarballs = await packAll()
})

it.each(Object.keys(INSTALLERS))(
  'A host in Node gets its address and makes a transfer, installed by %s',
  (name) => tryInstaller(INSTALLERS[name]),
)
