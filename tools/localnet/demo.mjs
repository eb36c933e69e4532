// `npm run demo`: local chains of all five families, a relay, a sign-in server, a blockchain API, a
// secure frame with an inbox, a demo wallet, and the playground: a shop, a studio, a game, and a lab. Ctrl-C
// ends all of it.
//   npm run demo -- --port 8080   another port to try first
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { plugins } from '../checks/pack/plugins.mjs'
import { build } from '../run/lib/build.mjs'
import { isEnding, start, stopAll } from '../run/lib/children.mjs'
import { install } from '../run/lib/install.mjs'
import { Explained, header, say } from '../run/lib/log.mjs'
import { at, readJson } from '../run/lib/paths.mjs'
import { freePort } from '../run/lib/ports.mjs'
import { deployResolver, spawnApi } from './api.mjs'
import { startSecureFrame } from './secureFrame.mjs'
import { startSiwx } from './siwx.mjs'

const PORT = 5173
const CHAIN_PORT = 8545
const RELAY_PORT = 5555
const SIWX_PORT = 5556
const API_PORT = 8787
const FRAME_PORT = 8788
const INBOX_PORT = 8789
/** A network of the secure frame. Nobody reaches the real one from here. */
const SEPOLIA = { id: 11155111, name: 'Sepolia (local)', port: 8555 }
const SOLANA_DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const READY_MS = 90_000
/** The fourth account of the local wallet. */
const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Fails when the child ends before it is ready, with the last line that it printed. */
function untilReady(child, what, isReady) {
  return new Promise((resolve, reject) => {
    let errors = ''
    const fail = (why) =>
      reject(
        new Explained(
          `${what} ${why}.${errors && `\n${errors.trim().split('\n').slice(-12).join('\n')}`}`,
        ),
      )
    const timer = setTimeout(() => fail(`was not ready after ${READY_MS / 1000} s`), READY_MS)
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code}`)
    })
    isReady((value) => {
      clearTimeout(timer)
      resolve(value)
    }, fail)
  })
}

/**
 * The chains keep their ports from one demo to the next, so that a wallet that knows them finds
 * them again.
 */
async function startLocalnet() {
  const one = await freePort(CHAIN_PORT)
  const ports = [one, await freePort(one + 1)].join(',')
  const child = start(
    process.execPath,
    [at('tools/localnet/start.mjs'), '--ports', ports, '--pools', '--names', '--smart'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ready = untilReady(child, 'The local network', (done) => {
    child.stderr.on('data', (text) => say(String(text).trim()))
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (text.startsWith('{')) done(JSON.parse(text))
    })
  })
  return { child, ready }
}

async function portFor(what, wanted) {
  const port = await freePort(wanted)
  if (port !== wanted) say(`Port ${wanted} is busy: using ${port} for ${what}.`)
  return port
}

async function answers(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function startRelay() {
  const child = start(process.execPath, [at('services/relay/bin.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { HOST: '127.0.0.1', PORT: String(await freePort(RELAY_PORT)), LOG_LEVEL: 'info' },
  })
  const ready = untilReady(child, 'The relay', untilStarted(child, 'relay', 'ws'))
  return { child, ready }
}

async function startApi({ names: deployed, ...options }) {
  const port = await freePort(API_PORT)
  const url = `http://127.0.0.1:${port}`
  const names = deployed && {
    ...deployed,
    resolver: await deployResolver(deployed, options.chains[0].url, url),
  }
  const child = spawnApi({ ...options, names, port })
  const ready = untilReady(
    child,
    'The blockchain API',
    untilStarted(child, 'blockchain-api', 'http'),
  )
  return { child, ready }
}

/** Puts smart accounts and the game on a chain. @returns its bundler */
async function makeSmart(rpcUrl) {
  const { deploySmartAccounts, placeLanterns, startBundler } = await import('./src/index.mjs')
  await deploySmartAccounts(rpcUrl)
  await placeLanterns(rpcUrl)
  return startBundler({ rpcUrl })
}

/**
 * The embedded wallet's part: a chain that its frame knows, an inbox, stand-ins of seven providers of
 * sign-ins, and the frame on another site than the pages.
 */
async function startEmbedded({ pages, solana }) {
  const { startAnvil, startFarcaster, startMail, startProviders } = await import('./src/index.mjs')
  const [anvil, mail, providers, farcaster] = await Promise.all([
    startAnvil({ chainId: SEPOLIA.id, port: await freePort(SEPOLIA.port) }),
    startMail({ inboxPort: await freePort(INBOX_PORT) }),
    startProviders(),
    startFarcaster(),
  ])
  const bundler = await makeSmart(anvil.url)
  const frame = await startSecureFrame({
    mailUrl: mail.url,
    pages,
    recovery: 'automatic',
    port: await freePort(FRAME_PORT),
    env: { ...providers.env, ...farcaster.env, [`BUNDLER_${SEPOLIA.id}`]: bundler.url },
    rpc: {
      [`RPC_${SEPOLIA.id}`]: anvil.url,
      ...(solana && { [`RPC_SOLANA_${SOLANA_DEVNET}`]: solana.url }),
    },
  })
  return {
    chain: { id: SEPOLIA.id, name: SEPOLIA.name, url: anvil.url },
    inbox: mail.inboxUrl,
    frame: { url: frame.url, projectId: frame.projectId },
  }
}

/** Waits for the line in which a service says its port. */
const untilStarted = (child, service, scheme) => (done) =>
  createInterface({ input: child.stdout }).on('line', (text) => {
    const { event, port } = text.startsWith('{') ? JSON.parse(text) : {}
    if (event === `${service}.started`) done(`${scheme}://127.0.0.1:${port}`)
  })

/** Serves a built page, with the local world as its /localnet.json. */
async function startPage(what, path, port, world) {
  const folder = at(path)
  const own = join(folder, 'node_modules/vite')
  const vite = existsSync(own) ? own : at('node_modules/vite')
  const args = [
    join(vite, readJson(join(vite, 'package.json')).bin.vite),
    'preview',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--strictPort',
  ]
  const child = start(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LATCHKEY_LOCALNET: JSON.stringify(world) },
  })
  const url = `http://127.0.0.1:${port}/`
  const ready = untilReady(child, what, async (done) => {
    while (child.exitCode === null && !(await answers(url)))
      await new Promise((resolve) => setTimeout(resolve, 100))
    done(url)
  })
  return { child, ready }
}

const nameOf = ({ name, id }) => `${name} (${id})`
const tour = (url, walletUrl, { chains, erc20, relay, siwx, api, inbox }, apiPid) => `
  Shop    ${url}          ${url}ar/ in Arabic, ${url}phone/ as a phone shows it
  Studio  ${url}studio/
  Game    ${url}game/
  Lab     ${url}lab/      every button that the tests press
  Wallet  ${walletUrl}   (in a second tab)
  Inbox   ${inbox}   (in a third tab: mails of the sign-in by email)

  In the shop
  1. Press "Add to cart", open the cart, "Connect a wallet to pay", choose the local wallet, then "EVM";
     approve in its window. It holds test money and asks before it signs.
  2. Press "Pay with your wallet": the modal shows what you pay, then the wallet asks. The receipt has the
     transaction. "Account", "Change the network" pays in another coin: Solana, Bitcoin, Polkadot, Cosmos.
  3. Press "Sign in for lower prices": the server at ${siwx} checks the signature, keeps the session in a
     cookie, and says what you pay less. Reload: the prices stay.
  4. Disconnect in the account menu. Press "Connect wallet" and type any address of email, such as
     ada@shop.example. Open the mail in the inbox, look at the request, and type its code in the six boxes:
     that is a wallet on ${SEPOLIA.name} and Solana, whose keys are in a frame of another site.
     "Account", "Get test money", then pay: the frame asks.
  In the studio
  5. Tick chains and features, type colours, choose Arabic: the modal beside it follows. Copy its code for React,
     Next, Vue, Svelte or a plain page.
  In the game
  6. Choose "Localnet Smart Wallet", grant ten moves, and play them without a question. The eleventh is refused.
     Grant again, press "Revoke" in the middle: the chain refuses the next move.
  In the lab
  7. Tick "Local wallet in this page" and connect. Press the account button: Tokens, NFTs and Activity come from the
     API at ${api}. Hidden there: spam, and a transfer that only looks like a payment to somebody you know.
     Press "Take back 3 blocks": what they held leaves the list.
     End the API (kill ${apiPid}) and look again: what was read stays, and says when.
  8. Press "Send" there: an amount, a receiver, "Review", "Confirm". ${RECEIVER} is another account of that wallet.
     On the page: sign a message, sign typed data, send. Tick "Show what the page asks for" and do it again.
     Press the network button and switch between ${chains.map(nameOf).join(' and ')}.
  9. Press "Swap" in the Account view: sell LOCAL, get TUSD, "Review". Press "Trade in front of a swap of LOCAL"
     on the page, then "Confirm": the swap is stopped before the wallet opens. "Try again" shows the new price.
     Tick "The local wallet does several calls as one" and swap again: it asks once.
     Press "Buy": at the sandbox, a test card pays for coins that really come.
 10. Press "Connect wallet", then "WalletConnect", then "Copy link". Paste the link in the wallet's tab and approve
     there. Change network and accounts in the wallet and watch the page follow.
     That goes through the relay at ${relay}; only wallets that are set to it can answer.
 11. With a wallet by email, press the account button, then "Get a name": take alice, tick the box, sign in the frame.
     Press "Send": alice.shop.eth is a receiver now. Any client of ENS finds it:
     node examples/resolve-name/ethers.mjs alice.shop.eth
 12. Disconnect. Press "Connect wallet", then "Continue with Google" or one of the signs below it.
     A stand-in of the provider opens, offline. For Farcaster press "Copy link", open the link in a tab
     and approve there. Then press the account button, "Wallet and security", "Ways to sign in".

  A wallet that you have installed works too: add ${chains.map(({ url: rpc }) => rpc).join(' and ')} to it.
  ${erc20 ? `Test token ${erc20.symbol ?? ''}: ${erc20.address ?? erc20}` : ''}

  Pictures of all of it: npx pnpm@12.21.0 pictures
  Ctrl-C ends everything.
`

/** Prints where everything of the world is. */
function tellAddresses(world) {
  for (const { name, id, url } of world.chains) say(`Chain ${name ?? ''} ${id}: ${url}`)
  for (const { folder: name } of plugins().filter(({ field }) => field.kind === 'family'))
    if (name !== 'evm')
      say(
        `Chain ${name}: ${world[name]?.url ?? world[name]?.rpcUrls[0] ?? 'not running, left out'}`,
      )
  say(`Relay: ${world.relay}`)
  say(`Sign-in: ${world.siwx}`)
  say(`Blockchain API: ${world.api}`)
  say(`Secure frame: ${world.frame.url}`)
  say(`Inbox: ${world.inbox}`)
}

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: String(PORT) } } })
  const wanted = Number(values.port)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535)
    throw new Explained(`--port ${values.port} is not a port number.`)
  header('install')
  await install()
  header('build')
  await build((path) => !path.startsWith('tools/bench'))
  header('start')
  const [localnet, relay] = await Promise.all([startLocalnet(), startRelay()])
  const [chains, relayUrl] = await Promise.all([localnet.ready, relay.ready])
  const port = await portFor('the playground', wanted)
  const pages = [`http://127.0.0.1:${port}`]
  const { chain, inbox, frame } = await startEmbedded({ ...chains, pages })
  const evmChains = [...chains.chains, chain]
  const siwx = await startSiwx({
    pages,
    chains: evmChains,
    port: SIWX_PORT,
  })
  const api = await startApi({ ...chains, pages, sandbox: true })
  const world = {
    ...chains,
    chains: evmChains,
    game: chains.game && { ...chains.game, chains: [...chains.game.chains, chain.id] },
    relay: relayUrl,
    siwx: siwx.url,
    api: await api.ready,
    frame,
    inbox,
  }
  tellAddresses(world)
  const playground = await startPage('The playground', 'apps/playground', port, world)
  const url = await playground.ready
  const wallet = await startPage(
    'The demo wallet',
    'apps/demo-wallet',
    await portFor('the demo wallet', wanted + 1),
    world,
  )
  say(tour(url, await wallet.ready, world, api.child.pid))
  const parts = {
    'The local network': localnet,
    'The relay': relay,
    'The playground': playground,
    'The demo wallet': wallet,
  }
  const [name, code] = await Promise.race(
    Object.entries(parts).map(
      ([part, { child }]) =>
        new Promise((resolve) => child.once('exit', (exit) => resolve([part, exit]))),
    ),
  )
  if (!isEnding())
    throw new Explained(
      `${name} ended by itself (exit code ${code}). Start the demo again. If it happens again, ` +
        'please open an issue with this output.',
    )
}

main().catch(async (error) => {
  if (isEnding()) return
  process.stderr.write(`\n${error instanceof Explained ? error.message : error.stack}\n`)
  await stopAll()
  process.exit(1)
})
