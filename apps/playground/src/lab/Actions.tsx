import { reorg } from '@latchkey-tools/localnet/reorg'
import { useAccount, useNetwork } from '@latchkey/ui-react'
import { useState, type ReactNode } from 'react'
import { giftOf, giveTestMoney, inUse, sendGift, signText } from '../world/chains.js'
import type { PlaygroundKernel } from '../kernels.js'
import { tradeInFront } from '../world/tradeInFront.js'
import type { World } from '../world/world.js'

/** Actions of a host with a connected wallet, with their results on the page. */
// eslint-disable-next-line max-lines-per-function -- the markup of one list of buttons
export function Actions({ kernel, world }: { kernel: PlaygroundKernel; world: World }): ReactNode {
  const account = useAccount()
  const network = useNetwork()
  const [result, setResult] = useState('Nothing yet.')
  const run = (name: string, work: () => Promise<unknown>) => async () => {
    setResult(`${name} ...`)
    setResult(
      await work().then(
        (value) => `${name}: ${String(value ?? 'done')}`,
        (error: unknown) => `${name} failed: ${describe(error)}`,
      ),
    )
  }
  const other = world.chains.find(({ id }) => `eip155:${id}` !== network?.id)
  const node = world.chains.find(({ id }) => `eip155:${id}` === network?.id)?.url
  const off = !account
  const isEvm = account?.namespace === 'eip155'
  const gift = giftOf(account?.namespace ?? 'eip155')
  return (
    <div className="actions">
      <button
        disabled={off}
        onClick={run('Sign', () => signText(kernel, 'Hello from the playground'))}
      >
        Sign a message
      </button>
      <button disabled={!isEvm} onClick={run('Typed data', () => signTypedData(kernel))}>
        Sign typed data
      </button>
      <button
        disabled={off}
        onClick={run('Send', () => (isEvm ? sendAndWait(kernel) : sendGift(kernel)))}
      >
        Send {gift.words}
      </button>
      {world.frame && (
        <button disabled={off} onClick={run('Test money', () => giveTestMoney(kernel))}>
          Get test money
        </button>
      )}
      <button disabled={off} onClick={run('Balance', () => balance(kernel))}>
        Read the balance
      </button>
      <button
        disabled={!other}
        onClick={run('Switch', () => kernel.switchNetwork(`eip155:${other?.id ?? 0}`))}
      >
        Switch to {other?.name ?? 'another network'}
      </button>
      <button disabled={!node} onClick={run('Reorganisation', () => reorg(node ?? '', 3))}>
        Take back 3 blocks
      </button>
      {world.pools && (
        <button onClick={run('Trade', () => tradeInFront(world))}>
          Trade in front of a swap of LOCAL
        </button>
      )}
      <button disabled={off} onClick={run('Disconnect', () => kernel.disconnect())}>
        Disconnect
      </button>
      <p className="state">
        Account: <code data-testid="account">{account?.address ?? 'none'}</code> Network:{' '}
        <code data-testid="network">{network?.name ?? 'none'}</code>
      </p>
      <output data-testid="result">{result}</output>
    </div>
  )
}

async function signTypedData(kernel: PlaygroundKernel): Promise<string> {
  const wallet = await kernel.plugins.evm.getWalletClient()
  return wallet.signTypedData({
    domain: { name: 'Playground', version: '1', chainId: wallet.chain.id },
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    message: { to: giftOf('eip155').to as `0x${string}`, contents: 'Hello' },
  })
}

/** Waits for the receipt with viem, as a host that uses viem does. */
async function sendAndWait(kernel: PlaygroundKernel): Promise<string> {
  const hash = (await sendGift(kernel)) as `0x${string}`
  const client = await kernel.plugins.evm.getPublicClient()
  const { status, blockNumber } = await client.waitForTransactionReceipt({ hash })
  return `${hash} ${status} in block ${blockNumber}`
}

async function balance(kernel: PlaygroundKernel): Promise<string> {
  const { account, network } = inUse(kernel)
  const late = await kernel.ports.late.load()
  const { value, symbol } = await late.balance({
    network: network.id,
    address: account.address,
    fresh: true,
  })
  return `${value} base units of ${symbol}`
}

const describe = (error: unknown): string =>
  error instanceof Error
    ? `${'code' in error ? `${String(error.code)} ` : ''}${error.message}`
    : String(error)
