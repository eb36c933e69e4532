import { createKernel } from '@latchkey/kernel'
import { inWorld } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { evm, type EvmOptions } from '../src/index.js'

const networks = [mainnet] as const
/** The names in the wallet list of a page with these wallets. */
async function listed(
  options: Omit<EvmOptions, 'networks'>,
  wallets: readonly Eip155Wallet[],
  mobile = false,
): Promise<readonly string[]> {
  let rows: readonly string[] = []
  const make = () => evm({ networks, ...options })
  await inWorld({ make, options: {} }, async () => {
    const gone = wallets.map((wallet) => wallet.install())
    const kernel = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      mobile,
      plugins: [make()],
    })
    await kernel.ready
    const late = await kernel.ports.late.load()
    await Promise.resolve()
    rows = late.wallets.get().map(({ name }) => name)
    kernel.dispose()
    gone.forEach((remove) => remove())
  })
  return rows
}
const injected = () => new Eip155Wallet({ kind: 'injected' })

it('The list shows window.ethereum on a desktop where the host says so, and on phones always (audit C1)', async () => {
  expect(await listed({}, [injected()])).toEqual([])
  expect(await listed({ injected: 'mobile' }, [injected()])).toEqual([])
  expect(await listed({ injected: 'always' }, [injected()])).toEqual(['Browser Wallet'])
  expect(await listed({}, [injected()], true)).toEqual(['Browser Wallet'])
})

it('The list shows no absent window.ethereum, and shows a wallet that announces itself once (audit C1)', async () => {
  expect(await listed({ injected: 'always' }, [])).toEqual([])
  expect(await listed({ injected: 'always' }, [new Eip155Wallet()])).toEqual(['Bench'])
})
