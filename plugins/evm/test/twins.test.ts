// @vitest-environment happy-dom
// Wallets that announce themselves under an id which another plugin's connector has.
import { createKernel } from '@latchkey/kernel'
import { definePlugin, type Connector } from '@latchkey/plugin-api'
import { goodAnnouncement } from '@latchkey-tools/wallets/hostile'
import { mainnet } from 'viem/chains'
import { expect, it, onTestFinished, vi } from 'vitest'
import { evm } from '../src/index.js'

const taken: Connector = {
  id: 'bitcoin.unisat',
  name: 'UniSat',
  kind: 'injected',
  namespaces: ['bip122'],
  availability: () => 'installed',
  connect: () => Promise.reject(new Error('not here')),
}
const other = definePlugin({
  id: 'other',
  version: '0.1.0',
  kernelApi: '>=0.1 <1',
  setup: (ctx) => void ctx.connectors.add(taken),
})

it('A wallet whose id is taken by another plugin gets another id, and the next wallet is listed too', async () => {
  const announce = (uuid: string, rdns: string) => {
    const { dispatch } = goodAnnouncement({ uuid, rdns, name: rdns }, {
      request: () => Promise.resolve(null),
      on: () => undefined,
    } as never)
    const say = (): void => dispatch()
    window.addEventListener('eip6963:requestProvider', say)
    onTestFinished(() => window.removeEventListener('eip6963:requestProvider', say))
  }
  announce('1', 'bitcoin.unisat')
  announce('2', 'com.example.good')
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [other, evm({ networks: [mainnet] })],
  })
  onTestFinished(() => kernel.dispose())
  await kernel.ready
  await kernel.ports.late.load()
  const rows = () =>
    kernel.ports.connectors.get().map(({ owner, value: { id, kind } }) => [owner, id, kind])
  await vi.waitFor(() => expect(rows()).toContainEqual(['evm', 'injected', 'injected']), {
    timeout: 20_000,
  })
  await Promise.resolve()
  expect(rows().filter(([, , kind]) => kind === 'announced')).toEqual([
    ['evm', 'bitcoin.unisat:eip155', 'announced'],
    ['evm', 'com.example.good', 'announced'],
  ])
  expect(rows()).toContainEqual(['other', 'bitcoin.unisat', 'injected'])
})
