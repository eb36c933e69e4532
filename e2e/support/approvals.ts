// A person who is signed in and the nodes of the local world behind proxies that fail on demand.
import { readFileSync } from 'node:fs'
import { type Frame, type Page } from '@playwright/test'
import {
  accounts,
  request,
  startAnvil,
  startMail,
  startRpcFaultProxy,
  startSolana,
} from '@latchkey-tools/localnet'
import { encodeDeployData, encodeFunctionData, type Abi, type Hex } from 'viem'
import { startSecureFrame } from '../../tools/localnet/secureFrame.mjs'
import {
  approveByMouse,
  ask,
  openFrame,
  signIn,
  startFrameHost,
  type FrameReply,
} from './frameHost.js'

export const SEPOLIA = 11155111
export const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const artifacts = JSON.parse(
  readFileSync(new URL('../../tools/localnet/src/evm/artifacts.json', import.meta.url), 'utf8'),
) as Record<string, { abi: Abi; bytecode: Hex }>
export const token = artifacts['TestToken']!

export async function startApprovalWorld() {
  const [mail, host, anvil, solana] = await Promise.all([
    startMail(),
    startFrameHost(),
    startAnvil({ chainId: SEPOLIA }),
    startSolana(),
  ])
  const [evm, sol] = await Promise.all(
    [anvil, solana].map(({ url }) => startRpcFaultProxy({ target: url })),
  )
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery: 'automatic',
    rpc: { [`RPC_${SEPOLIA}`]: evm!.url, [`RPC_SOLANA_${DEVNET.slice(7)}`]: sol!.url },
    env: { LIMIT_MAIL_PAUSE: '0' },
  })
  const node = (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    request(anvil.url, method, params as unknown[])
  return {
    mail,
    host,
    service,
    evm: evm!,
    sol: sol!,
    /** Asks anvil itself. */
    node,
    /** Asks the Solana node itself. */
    solana: (method: string, params: readonly unknown[] = []): Promise<unknown> =>
      request(solana.url, method, params as unknown[]),
    async deployToken(): Promise<Hex> {
      const data = encodeDeployData({ ...token, args: [] })
      const tx = { from: accounts[0]!.address, data }
      const receipt = await node('eth_sendTransactionSync', [tx])
      return (receipt as { contractAddress: Hex }).contractAddress
    },
    async mint(of: Hex, to: Hex, value: bigint): Promise<void> {
      const data = encodeFunctionData({ abi: token.abi, functionName: 'mint', args: [to, value] })
      await node('eth_sendTransactionSync', [{ from: accounts[0]!.address, to: of, data }])
    },
    async close() {
      await service.close()
      host.close()
      for (const each of [evm!, sol!, anvil, solana, mail]) await each.close()
    },
  }
}
export type ApprovalWorld = Awaited<ReturnType<typeof startApprovalWorld>>

export interface Person {
  page: Page
  frame: Frame
  evm: Hex
  solana: string
  /** Posts a request on a network. */
  rpc(method: string, params: unknown, chainId?: number | string): Promise<FrameReply>
}

/** Signs a person in, with 10 ETH and 10 SOL. */
export async function enter(page: Page, world: ApprovalWorld, email: string): Promise<Person> {
  const frame = await openFrame(page, world.host.url, world.service.url)
  const { user } = await signIn(page, world.mail, email)
  const chosen = { chainId: DEVNET, preferredAccountType: 'eoa' }
  const { payload } = await ask(page, 'get user', chosen)
  const solana = (payload!['user'] as { address: string }).address
  await world.node('anvil_setBalance', [user.address, `0x${(10n ** 19n).toString(16)}`])
  await world.solana('requestAirdrop', [solana, 10_000_000_000])
  return {
    page,
    frame,
    evm: user.address,
    solana,
    async rpc(method, params, chainId = SEPOLIA) {
      await ask(page, 'switch network', { chainId })
      return ask(page, 'rpc request', { method, params })
    },
  }
}

export const approveButton = ({ frame }: Person) => frame.getByRole('button', { name: 'Approve' })

/** Waits until the card may be approved, and approves it. */
export const approve = ({ frame }: Person): Promise<void> => approveByMouse(frame)

/** The card's rows: each label with its values. */
export const rowsOf = ({ frame }: Person): Promise<[label: string, value: string][]> =>
  frame
    .locator('.row')
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        row.querySelector('dt')!.textContent!,
        row.querySelector('dd')!.textContent!,
      ]),
    )
