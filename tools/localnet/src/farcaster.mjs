// A stand-in of Farcaster: the relay of channels, an app that signs, and the registry of ids on a real node.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { privateKeyToAccount } from 'viem/accounts'
import { pad, toHex } from 'viem'
import { accounts, request as call, startAnvil } from '@latchkey/testing/nodes'

const HOST = '127.0.0.1'
const OP_MAINNET = 10
/** Where the registry is on OP Mainnet. */
const REGISTRY = '0x00000000fc6c5f01fc30151999387bb99a9f489b'
/** `idOf(address)`: the id is kept in the slot of the address. */
const CODE = '0x6004355460005260206000f3'
const FID = 6841
const USERNAME = 'ada.eth'
const custody = /** @type {typeof accounts[number]} */ (accounts[0])
const APP =
  '<!doctype html><title>Farcaster</title><form method="post"><button>Approve</button></form>'
const APPROVED = '<!doctype html><title>Farcaster</title><p>Approved. Go back to the site.</p>'

/** @typedef {import('./index.d.mts').FarcasterSwitches} FarcasterSwitches */
/**
 * @typedef {object} OpenChannel
 * @property {string} domain
 * @property {string} siweUri
 * @property {string} nonce
 * @property {import('./index.d.mts').FarcasterApproval} [approval]
 */

/** @param {import('node:http').IncomingMessage} message */
const jsonOf = async (message) => {
  let text = ''
  for await (const chunk of message) text += chunk
  return JSON.parse(text)
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {unknown} body */
const send = (response, status, body) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body))

/** The message of FIP-11. @param {OpenChannel} channel @param {string} address @param {number} fid */
const messageOf = ({ domain, siweUri, nonce }, address, fid) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Farcaster Auth',
    '',
    `URI: ${siweUri}`,
    'Version: 1',
    `Chain ID: ${OP_MAINNET}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
    'Resources:',
    `- farcaster://fid/${fid}`,
  ].join('\n')

/** The registry of ids, on a node of its own. */
async function startRegistry() {
  const node = await startAnvil({ chainId: OP_MAINNET })
  await call(node.url, 'anvil_setCode', [REGISTRY, CODE])
  /** @param {string} address @param {number} fid */
  const register = async (address, fid) => {
    const slot = pad(/** @type {`0x${string}`} */ (address.toLowerCase()), { size: 32 })
    await call(node.url, 'anvil_setStorageAt', [REGISTRY, slot, toHex(fid, { size: 32 })])
  }
  return { node, register }
}

/** @param {OpenChannel} channel @param {FarcasterSwitches} [switches] */
async function approve(channel, switches = {}) {
  const { key = custody.privateKey, fid = FID, username = USERNAME } = switches
  const account = privateKeyToAccount(/** @type {`0x${string}`} */ (key))
  const text = messageOf({ ...channel, ...switches.channel }, account.address, fid)
  const message = switches.change ? switches.change(text) : text
  const signature = await account.signMessage({ message: switches.signs ?? message })
  channel.approval = switches.approval ?? { message, signature, username, fid }
  return channel.approval
}

/** @typedef {{ isAway: boolean, link: string | undefined, url: string }} Relay */

/** @param {Relay} relay */
function createRelay(relay) {
  /** @type {Map<string, OpenChannel>} */
  const channels = new Map()
  /** @param {string} token */
  const channelOf = (token) => {
    const channel = channels.get(token)
    if (!channel) throw new Error('There is no such channel.')
    return channel
  }
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const handle = async (request, response) => {
    if (relay.isAway) return void response.socket?.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '', relay.url)
    if (pathname === '/v1/channel' && request.method === 'POST') {
      const { domain, siweUri, nonce } = await jsonOf(request)
      const channelToken = randomBytes(8).toString('hex').toUpperCase()
      channels.set(channelToken, { domain, siweUri, nonce })
      const link = `${relay.link ?? `${relay.url}/app`}?channelToken=${channelToken}`
      return send(response, 201, { channelToken, url: link, nonce })
    }
    if (pathname === '/v1/channel/status') {
      const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
      const { approval, nonce } = channelOf(token)
      if (!approval) return send(response, 202, { state: 'pending', nonce })
      return send(response, 200, { state: 'completed', nonce, ...approval })
    }
    const channel = channelOf(searchParams.get('channelToken') ?? '')
    // The app itself, for a person with a browser.
    if (request.method === 'POST') await approve(channel)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(channel.approval ? APPROVED : APP)
  }
  return {
    handle,
    /** @param {string} uri */
    channelAt: (uri) => channelOf(new URL(uri).searchParams.get('channelToken') ?? ''),
  }
}

/** @type {typeof import('./index.d.mts').startFarcaster} */
export async function startFarcaster({ port = 0 } = {}) {
  const { node, register } = await startRegistry()
  await register(custody.address, FID)
  /** @type {Relay} */
  const state = { isAway: false, link: undefined, url: '' }
  const relay = createRelay(state)
  const server = createServer((request, response) => {
    relay.handle(request, response).catch(() => send(response, 400, { error: 'Bad request' }))
  }).listen(port, HOST)
  await once(server, 'listening')
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address())
  state.url = `http://${HOST}:${own}`
  return {
    relay: state.url,
    rpc: node.url,
    env: { FARCASTER_RELAY: state.url, FARCASTER_RPC: node.url },
    custody,
    fid: FID,
    username: USERNAME,
    register,
    approve: (uri, switches) => approve(relay.channelAt(uri), switches),
    setLink: (text) => void (state.link = text),
    setAway: (isOn) => void (state.isAway = isOn),
    async close() {
      server.closeAllConnections()
      await Promise.all([new Promise((done) => server.close(done)), node.close()])
    },
  }
}
