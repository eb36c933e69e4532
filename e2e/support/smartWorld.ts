// A person with a smart account: the frame, a node with the contracts, and two bundlers.
import type { Page } from '@playwright/test'
import {
  deploySmartAccounts,
  putMulticall,
  request,
  startAnvil,
  startBundler,
  startMail,
} from '@latchkey-tools/localnet'
import { createSiwxServer, memoryStore } from '@latchkey/siwx-server'
import type { Hex } from 'viem'
import { startSecureFrame } from '../../tools/localnet/secureFrame.mjs'
import type { Person } from './approvals.js'
import { ask, openFrame, signIn, startFrameHost } from './frameHost.js'

const SEPOLIA = 11155111

/** Starts everything. */
export async function startSmartWorld() {
  const [mail, host, market, anvil] = await Promise.all([
    startMail(),
    startFrameHost(),
    startFrameHost(),
    startAnvil({ chainId: SEPOLIA }),
  ])
  await Promise.all([deploySmartAccounts(anvil.url), putMulticall(anvil.url)])
  const bundlers = await Promise.all([
    startBundler({ rpcUrl: anvil.url }),
    startBundler({ rpcUrl: anvil.url, key: 2 }),
  ])
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url, market.url],
    recovery: 'automatic',
    rpc: { [`RPC_${SEPOLIA}`]: anvil.url },
    env: {
      LIMIT_MAIL_PAUSE: '0',
      [`BUNDLER_${SEPOLIA}`]: bundlers.map(({ url }) => url).join(','),
    },
  })
  const siwx = createSiwxServer({
    domain: new URL(host.url).host,
    store: memoryStore(),
    nodes: { [`eip155:${SEPOLIA}`]: anvil.url },
    session: { kind: 'jwt', secret: 'a secret of these tests, long enough' },
  })
  return {
    mail,
    host,
    /** The page of another website, on the same site. */
    market,
    service,
    bundlers,
    siwx,
    nodeUrl: anvil.url,
    node: (method: string, params: readonly unknown[] = []): Promise<unknown> =>
      request(anvil.url, method, params as unknown[]),
    async close() {
      await service.close()
      host.close()
      market.close()
      for (const each of [...bundlers, anvil, mail]) await each.close()
    },
  }
}
export type SmartWorld = Awaited<ReturnType<typeof startSmartWorld>>

/** A person whose smart account is in use. */
export type Holder = Person & {
  smart: Hex
  /** Takes the person's session up again, on a page that was loaded anew. */
  resume(): Promise<void>
}

/**
 * Signs a person in whose smart account is in use and holds 10 ETH.
 * @param host url of the website; on another one than the first, the person's browser is known already
 */
export async function enterSmart(
  page: Page,
  world: SmartWorld,
  email: string,
  host: string = world.host.url,
): Promise<Holder> {
  const frame = await openFrame(page, host, world.service.url)
  const isKnown = host !== world.host.url
  const { user, handle } = await signIn(page, world.mail, email, isKnown)
  await ask(page, 'set preferred account', { type: 'smartAccount' })
  const { payload } = await ask(page, 'get user', {
    chainId: SEPOLIA,
    preferredAccountType: 'smartAccount',
  })
  const { address: smart } = payload!['user'] as { address: Hex }
  await world.node('anvil_setBalance', [smart, `0x${(10n ** 19n).toString(16)}`])
  return {
    page,
    frame,
    evm: user.address,
    smart,
    solana: '',
    async resume() {
      await openFrame(page, host, world.service.url)
      await ask(page, 'is connected', { token: handle })
      await ask(page, 'set preferred account', { type: 'smartAccount' })
    },
    async rpc(method, params, chainId = SEPOLIA) {
      await ask(page, 'switch network', { chainId })
      return ask(page, 'rpc request', { method, params })
    },
  }
}

/** Has the person sign in at the site's own server, by the account's signature. @returns the answer's status */
export async function signInAtServer(
  world: SmartWorld,
  account: Hex,
  sign: (message: string) => Promise<string>,
): Promise<{ status: number; signedBy?: unknown }> {
  const post = (path: string, body: object): Promise<Response> =>
    world.siwx.handle(
      new Request(`${world.host.url}/api/siwx/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: world.host.url },
        body: JSON.stringify(body),
      }),
    )
  const { nonce, nonceToken } = (await (await post('nonce', {})).json()) as Record<string, string>
  const message = [
    `${new URL(world.host.url).host} wants you to sign in with your Ethereum account:`,
    `${account}\n`,
    `\nURI: ${world.host.url}`,
    'Version: 1',
    `Chain ID: ${SEPOLIA}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  const signature = await sign(message)
  const chainId = `eip155:${SEPOLIA}`
  const answer = await post('verify', {
    message,
    signature,
    chainId,
    accountAddress: account,
    nonceToken,
  })
  return { status: answer.status }
}
