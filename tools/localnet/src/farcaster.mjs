// A stand-in of Farcaster: the relay of channels, an app that signs, and the registry of ids on a real node.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { privateKeyToAccount } from 'viem/accounts'
import { pad, toHex } from 'viem'
import { accounts } from './accounts.mjs'
import { startAnvil } from './evm/anvil.mjs'
import { request as call } from './rpc.mjs'

const HOST = '127.0.0.1'
const OP_MAINNET = 10
/** Where the registry is on OP Mainnet. */
const REGISTRY = '0x00000000fc6c5f01fc30151999387bb99a9f489b'
/** `idOf(address)`: the id is kept in the slot of the address. */
const CODE = '0x6004355460005260206000f3'
const FID = 6841
const USERNAME = 'ada.eth'

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

/** @type {typeof import('./index.d.mts').startFarcaster} */
export async function startFarcaster({ port = 0 } = {}) {
  const node = await startAnvil({ chainId: OP_MAINNET })
  /** @param {string} address @param {number} fid */
  const register = async (address, fid) => {
    const slot = pad(/** @type {`0x${string}`} */ (address.toLowerCase()), { size: 32 })
    await call(node.url, 'anvil_setStorageAt', [REGISTRY, slot, toHex(fid, { size: 32 })])
  }
  await call(node.url, 'anvil_setCode', [REGISTRY, CODE])
  const custody = /** @type {typeof accounts[number]} */ (accounts[0])
  await register(custody.address, FID)
  /** @type {Map<string, OpenChannel>} */
  const channels = new Map()
  let isAway = false
  /** @type {string | undefined} */
  let link
  /** @param {OpenChannel} channel @param {FarcasterSwitches} [switches] */
  const approve = async (channel, switches = {}) => {
    const { key = custody.privateKey, fid = FID, username = USERNAME } = switches
    const account = privateKeyToAccount(/** @type {`0x${string}`} */ (key))
    const text = messageOf({ ...channel, ...switches.channel }, account.address, fid)
    const message = switches.change ? switches.change(text) : text
    const signature = await account.signMessage({ message: switches.signs ?? message })
    channel.approval = switches.approval ?? { message, signature, username, fid }
    return channel.approval
  }
  /** @param {string} token */
  const channelOf = (token) => {
    const channel = channels.get(token)
    if (!channel) throw new Error('There is no such channel.')
    return channel
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => send(response, 400, { error: 'Bad request' }))
  }).listen(port, HOST)
  await once(server, 'listening')
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://${HOST}:${own}`
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const handle = async (request, response) => {
    if (isAway) return void response.socket?.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    if (pathname === '/v1/channel' && request.method === 'POST') {
      const { domain, siweUri, nonce } = await jsonOf(request)
      const channelToken = randomBytes(8).toString('hex').toUpperCase()
      channels.set(channelToken, { domain, siweUri, nonce })
      return send(response, 201, { channelToken, url: linkOf(channelToken), nonce })
    }
    if (pathname === '/v1/channel/status') {
      const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
      const channel = channels.get(token)
      if (!channel) return send(response, 401, { error: 'Unauthorized' })
      const { approval, nonce } = channel
      if (!approval) return send(response, 202, { state: 'pending', nonce })
      return send(response, 200, { state: 'completed', nonce, ...approval })
    }
    // The app itself, for a person with a browser.
    if (pathname === '/app' && request.method === 'POST') {
      await approve(channelOf(searchParams.get('channelToken') ?? ''))
      return send(response, 200, { approved: true })
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        '<!doctype html><title>Farcaster</title><form method="post"><button>Approve</button></form>',
      )
  }
  /** @param {string} token */
  const linkOf = (token) => `${link ?? `${url}/app`}?channelToken=${token}`
  /** @param {string} uri */
  const channelAt = (uri) => channelOf(new URL(uri).searchParams.get('channelToken') ?? '')
  return {
    relay: url,
    rpc: node.url,
    env: { FARCASTER_RELAY: url, FARCASTER_RPC: node.url },
    custody,
    fid: FID,
    username: USERNAME,
    register,
    approve: (uri, switches) => approve(channelAt(uri), switches),
    setLink: (text) => void (link = text),
    setAway: (isOn) => void (isAway = isOn),
    async close() {
      server.closeAllConnections()
      await Promise.all([new Promise((done) => server.close(done)), node.close()])
    },
  }
}
