import { createKernel } from '@latchkey/kernel'
import { mainnet, optimism } from 'viem/chains'
import { expect, it, vi } from 'vitest'
import { evm } from '../src/index.js'
import { methods } from '../src/chain/methods.js'

const start = (deny: readonly string[]) =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [evm({ networks: [mainnet, optimism] })] as const,
    rpcPolicy: { deny },
  })

it('Every method that the host denies is refused, at the provider and at the rpc door (audit L2)', async ({
  task,
}) => {
  const all = [...Object.keys(methods()), 'eth_sign']
  const fetching = vi.fn()
  vi.stubGlobal('fetch', fetching)
  const passed: string[] = []
  for (const isLoaded of [false, true]) {
    const kernel = start(all)
    if (isLoaded) await kernel.ports.late.load()
    for (const method of all) {
      for (const params of [undefined, [{ chainId: '0xa' }]]) {
        const code = await kernel.plugins.evm.provider.request({ method, params }).then(
          () => 'answered',
          (error: { code: unknown }) => error.code,
        )
        if (code !== 4200) passed.push(`${method}: ${String(code)}`)
      }
      const code = await kernel.ports.connections.request({ network: 'eip155:1', method }).then(
        () => 'answered',
        (error: { code: unknown }) => error.code,
      )
      if (code !== 'rpc.method_not_allowed') passed.push(`${method} at the door: ${String(code)}`)
    }
    expect(kernel.ports.modal.get().open).toBe(false)
    expect(kernel.ports.activeNetwork.current('eip155')?.id).toBe('eip155:1')
    kernel.dispose()
  }
  vi.unstubAllGlobals()
  task.meta.attack = {
    attack: 'methods that the host denies, asked of the provider and of the door',
    tries: all.length * 6,
    wanted: '0 answered',
    seen: `${passed.length}`,
  }
  expect(passed).toEqual([])
  expect(fetching).not.toHaveBeenCalled()
})

it('Adding a known network is refused where switching is denied, because it would switch (audit L2)', async () => {
  const kernel = start(['wallet_switchEthereumChain'])
  await expect(
    kernel.plugins.evm.provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0xa' }],
    }),
  ).rejects.toMatchObject({
    code: 4200,
    cause: { context: { method: 'wallet_switchEthereumChain' } },
  })
  expect(kernel.ports.activeNetwork.current('eip155')?.id).toBe('eip155:1')
  kernel.setOptions({ rpcPolicy: { deny: [] } })
  await kernel.plugins.evm.provider.request({
    method: 'wallet_addEthereumChain',
    params: [{ chainId: '0xa' }],
  })
  expect(kernel.ports.activeNetwork.current('eip155')?.id).toBe('eip155:10')
  kernel.dispose()
})

it('A denied method is refused even where its request names another method first (audit L2)', async () => {
  const kernel = start(['eth_chainId'])
  let turn = 0
  const shifty = {
    get method() {
      return turn++ ? 'eth_chainId' : 'net_version'
    },
  }
  await expect(kernel.plugins.evm.provider.request(shifty)).resolves.toBe('1')
  await expect(kernel.plugins.evm.provider.request(shifty)).rejects.toMatchObject({ code: 4200 })
  kernel.dispose()
})

it('Methods that the host does not deny are answered, and a later denial takes effect', async () => {
  const kernel = start(['eth_accounts'])
  await expect(kernel.plugins.evm.provider.request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  kernel.setOptions({ rpcPolicy: { deny: ['eth_chainId'] } })
  await expect(kernel.plugins.evm.provider.request({ method: 'eth_accounts' })).resolves.toEqual([])
  await expect(
    kernel.plugins.evm.provider.request({ method: 'eth_chainId' }),
  ).rejects.toMatchObject({ code: 4200 })
  kernel.dispose()
})
