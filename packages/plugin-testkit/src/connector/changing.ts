import { calm, demand, demandTyped, rules, settled, show, until } from '../check.js'
import {
  isAtRest,
  join,
  link,
  needs,
  request,
  scene,
  type ConnectorSubject,
  type Scene,
} from './subject.js'

const namespaceOf = ({ connector }: Scene): string => connector.namespaces[0]!
const address = (on: Scene): string | undefined =>
  on.kernel.ports.accounts.active(namespaceOf(on))?.address
/**
 * Demands that the adapter accepts all addresses that the kernel took over, and that nothing
 * failed.
 */
async function demandSound(on: Scene, when: string): Promise<void> {
  const adapter = await on.kernel.ports.adapter(namespaceOf(on))
  for (const account of on.kernel.ports.accounts.all(namespaceOf(on)).slice(0, 100)) {
    const outcome = await settled('parseAddress', () => adapter.parseAddress(account.address))
    demand('value' in outcome, `${when}, ${show(account.address)} is an account`)
  }
  demand(!on.world.faults.length, `${when}: ${on.world.faults.join('; ')}`)
}
const accounts = rules<ConnectorSubject>(
  'accounts that change',
  {
    'reports that the user chose another account': scene(async (on) => {
      await join(on)
      const before = address(on)
      on.wallet.show?.('other')
      await until(
        'the other account is active',
        () => address(on) !== undefined && address(on) !== before,
        on.world.patience,
      )
      await demandSound(on, 'after another account')
    }),
    'is disconnected when the wallet revokes all accounts': scene(async (on) => {
      await join(on)
      on.wallet.show?.('none')
      await until('the connection ends', () => isAtRest(on), on.world.patience)
      demand(!on.world.faults.length, on.world.faults.join('; '))
    }),
    'does not take over a malformed account': scene(async (on) => {
      await join(on)
      on.wallet.show?.('hostile')
      await calm(8)
      await demandSound(on, 'after a list of values that are not accounts')
    }),
    'survives 10,000 accounts': scene(async (on) => {
      await join(on)
      on.wallet.show?.('many')
      await calm(8)
      await demandSound(on, 'after 10,000 accounts')
    }),
    'reports nothing after it was released': scene(async (on) => {
      const connection = await link(on)
      const changes: unknown[] = []
      connection.onChange((change) => void changes.push(change))
      await connection.release()
      const before = changes.length
      on.wallet.show?.('other')
      await calm(8)
      demand(changes.length === before, 'after release it told of another account')
    }),
    'notifies all listeners, even when one of them throws': scene(async (on) => {
      const connection = await link(on)
      const changes: unknown[] = []
      connection.onChange(() => undefined)
      connection.onChange((change) => void changes.push(change))
      on.wallet.show?.('other')
      await until('both listeners are told', () => changes.length > 0, on.world.patience)
      await connection.release()
    }),
  },
  needs('show', 'can show other accounts'),
)

const networks = rules<ConnectorSubject>(
  'networks that change',
  {
    'reports that the wallet went to another network': scene(async (on) => {
      await join(on)
      const { activeNetwork } = on.kernel.ports
      const before = activeNetwork.current(namespaceOf(on))?.id
      on.wallet.move?.('other')
      await until(
        'the other network is in use',
        () => activeNetwork.current(namespaceOf(on))?.id !== before,
        on.world.patience,
      )
    }),
    'survives a network that nobody configured': scene(async (on) => {
      await join(on)
      on.wallet.move?.('unknown')
      await calm(8)
      demand(!on.world.faults.length, on.world.faults.join('; '))
      demand(!isAtRest(on), 'a network that nobody configured ended the connection')
    }),
  },
  needs('move', 'can go to another network'),
)

const ends = rules<ConnectorSubject>(
  'a wallet that ends',
  {
    'is disconnected when the wallet ends the connection': scene(async (on) => {
      await join(on)
      on.wallet.close?.()
      await until('the connection ends', () => isAtRest(on), on.world.patience)
      demand(
        on.wallet.listeners() === 0,
        `${on.wallet.listeners()} listeners stayed on the wallet after it ended the connection`,
      )
    }),
    'answers no request after the wallet ended the connection': scene(async (on) => {
      const connection = await link(on)
      connection.onChange(() => undefined)
      on.wallet.close?.()
      await calm(8)
      demandTyped(
        'a request after the wallet ended the connection',
        await settled('request', () =>
          connection.request({ network: request(on).networks[0]!.id, method: 'anything' }),
        ),
      )
    }),
  },
  needs('close', 'can end the connection'),
)

const locked = rules<ConnectorSubject>(
  'a wallet that is locked',
  {
    'does not ask the user after a reload, and comes to rest': scene(async (on) => {
      await join(on)
      on.kernel.dispose()
      on.wallet.lock?.()
      const before = on.wallet.prompts()
      const kernel = await on.again()
      await until('the page gives up', () => !kernel.ports.connections.get().restoring, 15_000)
      demand(on.wallet.prompts() === before, 'a locked wallet was made to ask its user by a reload')
    }),
    'can be connected when it is unlocked': scene(async (on) => {
      on.wallet.lock?.()
      await join(on)
      demand(on.wallet.prompts() >= 1, 'a locked wallet was connected without its user')
    }),
  },
  needs('lock', 'can be locked'),
)

export const changingChecks = [...accounts, ...networks, ...ends, ...locked]
