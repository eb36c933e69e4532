// The service as a site installs it: its size, and how soon `npx` has it answer.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packEach } from '../checks/pack/pack.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'
import { freePort } from './lib/apiProcess.mjs'
import { judge, median } from './lib/figures.mjs'

const SERVICE = '@latchkey/blockchain-api'
const STARTS = 7
const LOOK_MS = 10

/** @param {string} folder */
export async function benchPacked(folder) {
  await installPacked(folder)
  const times = []
  for (let start = 0; start < STARTS; start += 1) times.push(await firstAnswer(folder, start))
  return judge('api: installed from packed tarballs', [
    { name: 'installed', value: sizeOf(join(folder, 'node_modules')), bound: 130, unit: ' MB' },
    { name: 'npx until the first answer, median', value: median(times), bound: 2000, unit: ' ms' },
    { name: 'the slowest', value: Math.max(...times), unit: ' ms' },
  ])
}

/** The service with the packages of the workspace that it needs. */
async function installPacked(folder) {
  const all = new Map(publishedPackages().map((each) => [each.name, each]))
  const needed = new Set([SERVICE])
  for (const name of needed)
    for (const other of Object.keys(all.get(name).manifest.dependencies ?? {}))
      if (all.has(other)) needed.add(other)
  const tarballs = await packEach([...needed].map((name) => all.get(name)))
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}

/** Each time with a new database. @returns {Promise<number>} ms */
async function firstAnswer(cwd, start) {
  const port = String(await freePort())
  const service = { RPC_URLS: 'eip155:1=http://127.0.0.1:9', DATABASE_FILE: `${start}.db` }
  const began = performance.now()
  const child = spawn('npx', ['--no-install', 'latchkey-blockchain-api'], {
    cwd,
    env: { ...process.env, PORT: port, ...service },
    stdio: 'ignore',
    detached: true,
  })
  const gone = once(child, 'exit')
  try {
    while (!(await isAnswered(port))) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`)
      await new Promise((done) => setTimeout(done, LOOK_MS))
    }
    return performance.now() - began
  } finally {
    // The service is a child of npx: both end.
    if (child.exitCode === null) process.kill(-child.pid)
    await gone
  }
}

const isAnswered = (port) =>
  fetch(`http://127.0.0.1:${port}/v1/supported-chains`).then(
    ({ ok }) => ok,
    () => false,
  )

/** @returns {number} MB that all files take on the disk */
const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath ?? file.path, file.name)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0) / 1e6
