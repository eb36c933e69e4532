import { useAccount, useNetwork } from '@latchkey/ui-react'
import { useState, type ReactNode } from 'react'
import { parseEther } from 'viem'
import type { PlaygroundKernel } from './kernels.js'
import type { World } from './world.js'

const RECEIVER = '0x000000000000000000000000000000000000dEaD'

/** What a host does with a connected wallet, with the results on the page. */
export function Actions({ kernel, world }: { kernel: PlaygroundKernel; world: World }): ReactNode {
  const account = useAccount()
  const network = useNetwork()
  const [result, setResult] = useState('Nothing yet.')
  const run = (name: string, work: () => Promise<unknown>) => async () => {
    setResult(`${name} ...`)
    setResult(await work().then((value) => `${name}: ${String(value)}`, (error: unknown) => `${name} failed: ${describe(error)}`))
  }
  const other = world.chains.find(({ id }) => `eip155:${id}` !== network?.id)
  const off = !account
  return (
    <div className="actions">
      <button disabled={off} onClick={run('Sign', async () => (await kernel.plugins.evm.getWalletClient()).signMessage({ message: 'Hello from the playground' }))}>Sign a message</button>
      <button disabled={off} onClick={run('Typed data', () => signTypedData(kernel))}>Sign typed data</button>
      <button disabled={off} onClick={run('Send', () => send(kernel))}>Send 0.01 ETH</button>
      <button disabled={off} onClick={run('Balance', () => balance(kernel))}>Read the balance</button>
      <button disabled={!other} onClick={run('Switch', () => kernel.switchNetwork(`eip155:${other?.id ?? 0}`))}>Switch to {other?.name ?? 'another network'}</button>
      <button disabled={off} onClick={run('Disconnect', () => kernel.disconnect())}>Disconnect</button>
      <p className="state">
        Account: <code data-testid="account">{account?.address ?? 'none'}</code> Network: <code data-testid="network">{network?.name ?? 'none'}</code>
      </p>
      <output data-testid="result">{result}</output>
    </div>
  )
}

async function signTypedData(kernel: PlaygroundKernel): Promise<string> {
  const wallet = await kernel.plugins.evm.getWalletClient()
  return wallet.signTypedData({
    domain: { name: 'Playground', version: '1', chainId: wallet.chain.id },
    types: { Mail: [{ name: 'to', type: 'address' }, { name: 'contents', type: 'string' }] },
    primaryType: 'Mail',
    message: { to: RECEIVER, contents: 'Hello' },
  })
}

async function send(kernel: PlaygroundKernel): Promise<string> {
  const wallet = await kernel.plugins.evm.getWalletClient()
  const hash = await wallet.sendTransaction({ to: RECEIVER, value: parseEther('0.01') })
  const client = await kernel.plugins.evm.getPublicClient()
  const { status, blockNumber } = await client.waitForTransactionReceipt({ hash })
  return `${hash} ${status} in block ${blockNumber}`
}

async function balance(kernel: PlaygroundKernel): Promise<string> {
  const account = kernel.ports.accounts.active()
  const network = kernel.ports.activeNetwork.current()
  if (!account || !network) return 'not connected'
  const late = await kernel.ports.late.load()
  const { value, symbol } = await late.balance({ network: network.id, address: account.address, fresh: true })
  return `${value} base units of ${symbol}`
}

const describe = (error: unknown): string => (error instanceof Error ? `${'code' in error ? `${String(error.code)} ` : ''}${error.message}` : String(error))
