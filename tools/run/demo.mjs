// `npm run demo`: two local chains, a wallet in the page, and the playground. Ctrl-C ends all of it.
//   npm run demo -- --port 8080   another port to try first
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { isEnding, start, stopAll } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { Explained, header, say } from './lib/log.mjs'
import { at, readJson } from './lib/paths.mjs'
import { freePort } from './lib/ports.mjs'

const PORT = 5173
const CHAIN_PORT = 8545
const READY_MS = 30_000
const PLAYGROUND = at('apps/playground')

/** Fails when the child ends before it was ready, with the last it said. */
function untilReady(child, what, isReady) {
  return new Promise((resolve, reject) => {
    let errors = ''
    const fail = (why) => reject(new Explained(`${what} ${why}.${errors && `\n${errors.trim().split('\n').slice(-12).join('\n')}`}`))
    const timer = setTimeout(() => fail(`was not ready after ${READY_MS / 1000} s`), READY_MS)
    child.stderr.setEncoding('utf8').on('data', (text) => { errors += text })
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('close', (code) => { clearTimeout(timer); fail(`ended with exit code ${code}`) })
    isReady((value) => { clearTimeout(timer); resolve(value) }, fail)
  })
}

/** The chains keep their ports from one demo to the next, so that a wallet that knows them finds them again. */
async function startLocalnet() {
  const one = await freePort(CHAIN_PORT)
  const ports = [one, await freePort(one + 1)].join(',')
  const child = start(process.execPath, [at('tools/localnet/start.mjs'), '--ports', ports], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ready = untilReady(child, 'The local network', (done) => {
    createInterface({ input: child.stdout }).on('line', (text) => { if (text.startsWith('{')) done(JSON.parse(text)) })
  })
  return { child, ready }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

function startPlayground(port, world) {
  const vite = join(PLAYGROUND, 'node_modules/vite')
  const folder = existsSync(vite) ? vite : at('node_modules/vite')
  const args = [join(folder, readJson(join(folder, 'package.json')).bin.vite), 'preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const child = start(process.execPath, args, { cwd: PLAYGROUND, stdio: ['ignore', 'ignore', 'pipe'], env: { LATCHKEY_LOCALNET: JSON.stringify(world) } })
  const url = `http://127.0.0.1:${port}/`
  const ready = untilReady(child, 'The playground', async (done) => {
    while (child.exitCode === null && !(await answers(url))) await new Promise((resolve) => setTimeout(resolve, 100))
    done(url)
  })
  return { child, ready }
}

const tour = (url, { chains, erc20 }) => `
  Open    ${url}

  1. Tick "Local wallet in this page". It holds test money and asks before it signs.
  2. Press "Connect Wallet" and choose the wallet; approve in its window.
  3. Press the account button: the balance comes from the node on this machine.
  4. On the page: sign a message, sign typed data, send, and read the results below.
  5. Press the network button and switch between ${chains.map(({ name, id }) => `${name} (${id})`).join(' and ')}.
  6. Disconnect. Then try "Second modal", the themes, Arabic and right-to-left.

  A wallet that you have installed works too: add ${chains.map(({ url: rpc }) => rpc).join(' and ')} to it.
  ${erc20 ? `Test token ${erc20.symbol ?? ''}: ${erc20.address ?? erc20}` : ''}

  Ctrl-C ends everything.
`

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: String(PORT) } } })
  const wanted = Number(values.port)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) throw new Explained(`--port ${values.port} is no port number.`)
  header('install')
  await install()
  header('build')
  await build((path) => !path.startsWith('tools/bench'))
  header('start')
  const localnet = await startLocalnet()
  const world = await localnet.ready
  for (const { name, id, url } of world.chains) say(`Chain ${name ?? ''} ${id}: ${url}`)
  const port = await freePort(wanted)
  if (port !== wanted) say(`Port ${wanted} is busy: using ${port}.`)
  const playground = startPlayground(port, world)
  say(tour(await playground.ready, world))
  const [name, code] = await Promise.race([
    new Promise((resolve) => localnet.child.once('exit', (exit) => resolve(['The local network', exit]))),
    new Promise((resolve) => playground.child.once('exit', (exit) => resolve(['The playground', exit]))),
  ])
  if (!isEnding()) throw new Explained(`${name} ended by itself (exit code ${code}). Start the demo again; if it happens again, please open an issue with this output.`)
}

main().catch(async (error) => {
  if (isEnding()) return
  process.stderr.write(`\n${error instanceof Explained ? error.message : error.stack}\n`)
  await stopAll()
  process.exit(1)
})
