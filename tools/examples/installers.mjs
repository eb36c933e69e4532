// examples/cosmos-node as a stranger would have it, by each installer: our packages from packed tarballs, everything else as new as its ranges allow.
// Usage: node tools/examples/installers.mjs [npm] [pnpm] [yarn]
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startCosmos } from '../localnet/src/index.mjs'
import { packAll } from '../pack/pack.mjs'

const INSTALLERS = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'],
  pnpm: ['npx', '--yes', 'pnpm@12.21.0', 'install', '--no-frozen-lockfile', '--prefer-offline'],
  yarn: ['npx', '--yes', 'yarn@1.22.22', 'install', '--non-interactive', '--no-lockfile'],
}
const FUNDS = 10_000_000
/** Of the key in examples/cosmos-node/host.mjs. */
const ADDRESS = 'cosmos175qd0ydn0sdjtmap7kte425qh0zepzn5v0s8wf'
const EXPECTED = {
  address: ADDRESS,
  onOsmosis: 'osmo175qd0ydn0sdjtmap7kte425qh0zepzn5y5rhcm',
  outcome: 'success',
  received: '3000000',
}

/** @returns {Promise<string>} what it wrote @throws with the end of its output */
const run = ([command, ...args], cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let all = ''
    child.stdout.on('data', (data) => (output += data))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (all += data))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(
            new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all.slice(-4000)}`),
          ),
    )
  })

/** Our packages are on no registry here: the folder takes them from files, each installer told in its own way. */
async function useTarballs(folder, tarballs) {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const files = Object.fromEntries(
    ['@latchkey/plugin-api', '@latchkey/kernel', '@latchkey/cosmos'].map((name) => [
      name,
      `file:${tarballs.get(name)}`,
    ]),
  )
  Object.assign(manifest.dependencies, files)
  manifest.overrides = Object.fromEntries(Object.keys(files).map((name) => [name, `$${name}`]))
  manifest.resolutions = files
  await writeFile(path, JSON.stringify(manifest, null, 2))
  await writeFile(
    join(folder, 'pnpm-workspace.yaml'),
    `packages: []\noverrides:\n${Object.entries(files)
      .map(([name, file]) => `  '${name}': '${file}'\n`)
      .join('')}`,
  )
}

async function check(name, tarballs) {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-installer-${name}-`))
  const node = await startCosmos({ genesis: { [ADDRESS]: { uatom: FUNDS } } })
  try {
    await cp(new URL('../../examples/cosmos-node', import.meta.url), folder, { recursive: true })
    await useTarballs(folder, tarballs)
    await run(INSTALLERS[name], folder)
    const said = JSON.parse(
      (await run(['node', 'host.mjs', node.url, node.chainId], folder)).trim().split('\n').at(-1),
    )
    if (JSON.stringify(said) !== JSON.stringify(EXPECTED))
      throw new Error(`the host said ${JSON.stringify(said)}, not ${JSON.stringify(EXPECTED)}`)
    const { version } = JSON.parse(
      await readFile(join(folder, 'node_modules/@scure/base/package.json'), 'utf8'),
    )
    console.log(`✓ ${name}: address and transfer, beside @scure/base ${version}`)
  } finally {
    await node.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const tarballs = await packAll()
for (const name of Object.keys(INSTALLERS)) {
  if (wanted.length && !wanted.includes(name)) continue
  await check(name, tarballs).catch((error) => {
    process.exitCode = 1
    console.error(`✗ ${name}: ${error.message}`)
  })
}
