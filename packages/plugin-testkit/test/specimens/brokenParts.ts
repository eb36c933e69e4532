import { LatchkeyError, type Connection, type Connector } from '@latchkey/plugin-api'
import { connectorChecks } from '../../src/index.js'
import type { Specimen } from './broken.js'
import { connectionOf, connector, sample, typed, type SampleWallet } from './sample.js'

const page = (): SampleWallet => (window as unknown as { sampleWallet: SampleWallet }).sampleWallet
const good = connector()
const withConnector = (more: Partial<Connector>) => () => sample({ connector: more })
/** A connection with one part replaced. */
const linked = (change: (connection: Connection, wallet: SampleWallet) => Partial<Connection>) => withConnector({
  async connect(request) {
    const connection = await good.connect(request)
    return { ...connection, ...change(connection, page()) }
  },
})

export function brokenConnectors(): Specimen[] {
  const [introduces, connects, rejections, cancels, silent, restores, letsGo] = connectorChecks.map(({ name }) => name) as [string, string, string, string, string, string, string]
  const typedConnect = (until: boolean): Connector['connect'] => async ({ signal, silent: quiet }) => {
    try {
      if (quiet && !page().exposed().length) throw new LatchkeyError('wallet.unauthorized', 'Nothing is exposed')
      if (until && signal.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
      return connectionOf(page(), await page().enable())
    } catch (error) {
      throw typed(error)
    }
  }
  return [
    { breaks: introduces, how: 'an icon from anywhere', says: 'neither data:image/ nor https', make: withConnector({ icon: 'http://sample.test/icon.png' }) },
    { breaks: introduces, how: 'a wallet that is asked ahead', says: 'before anybody connected', make: withConnector({ prepare: async () => void (await page().enable()) }) },
    { breaks: connects, how: 'accounts that are none', says: 'wallet.bad_answer', make: linked(() => ({ scopes: { sample: { accounts: [{ key: 'a', namespace: 'sample', address: 'nonsense', type: 'eoa' }], networks: 'any', methods: 'any' } } })) },
    { breaks: connects, how: 'two accounts with one key', says: 'same key', make: linked(({ scopes }) => ({ scopes: { sample: { ...scopes['sample']!, accounts: scopes['sample']!.accounts.map((account) => ({ ...account, key: 'a' })) } } })) },
    { breaks: rejections, how: 'errors as the wallet threw them', says: 'expected wallet.user_rejected', make: withConnector({ connect: async () => connectionOf(page(), await page().enable()) }) },
    { breaks: rejections, how: 'a refusal that is a failure', says: 'threw wallet.connect_failed', make: withConnector({
      connect: (request) => good.connect(request).catch(() => {
        throw new LatchkeyError('wallet.connect_failed', 'Failed to connect')
      }),
    }) },
    { breaks: cancels, how: 'a wait that does not end', says: 'did not settle', make: withConnector({ connect: typedConnect(true) }) },
    { breaks: cancels, how: 'a wallet that is asked after all', says: 'although its signal was aborted already', make: withConnector({
      connect(request) {
        if (request.signal.aborted) void page().enable()
        return good.connect(request)
      },
    }) },
    { breaks: silent, how: 'a prompt in silence', says: 'silent connect asked', make: withConnector({ connect: (request) => good.connect({ ...request, silent: false, signal: AbortSignal.any([request.signal, AbortSignal.timeout(50)]) }) }) },
    { breaks: restores, how: 'a snapshot with more than JSON', says: 'does not survive JSON', make: linked(() => ({ snapshot: () => ({ at: new Date() }) as never })) },
    { breaks: restores, how: 'another id after a reload', says: 'sample.wallet.2', make: withConnector({ restore: async (snapshot, request) => {
      const connection = await good.restore!(snapshot, request)
      return connection && { ...connection, id: `${connection.id}.2` }
    } }) },
    { breaks: restores, how: 'a prompt after a reload', says: 'restoring asked', make: withConnector({ restore: async () => connectionOf(page(), await page().enable()) }) },
    { breaks: restores, how: 'a snapshot that is believed', says: 'restore of null', make: withConnector({ restore: async (snapshot) => connectionOf(page(), (snapshot as { addresses: string[] }).addresses.map((address) => address)) }) },
    { breaks: letsGo, how: 'listeners that stay', says: '1 listeners stayed', make: linked(({ onChange }) => ({ onChange: (listener) => (onChange(listener), () => undefined), release: () => Promise.resolve() })) },
    { breaks: letsGo, how: 'an answer after the end', says: 'request after release succeeded', make: linked(() => ({ request: () => Promise.resolve('still here') })) },
  ]
}
