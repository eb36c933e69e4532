import type { AccountFieldSubject, Amount, Dispose } from '@latchkey/plugin-api'
import type { KernelPorts, LatePorts } from '../types.js'

/** Asks for the balance and the name of the account in use, while somebody watches its view. */
export interface Questions {
  /** The native balance. `undefined`: it is not known. */
  balance(of: AccountFieldSubject): Amount | undefined
  /** Asks about this account from now on, in the place of the one before. */
  ask(of: AccountFieldSubject): void
  /** Reads the balance anew. */
  refresh(): void
  end(): void
}

const keyOf = ({ account, network }: AccountFieldSubject): string | undefined =>
  account && network && `${network.id} ${account.address}`

/** Keeps the name of an address up to date. */
function watchName(
  { identities }: LatePorts,
  of: Parameters<NonNullable<ReturnType<LatePorts['identities']['get']>>>[0],
  onChange: () => void,
): Dispose {
  let stop: Dispose | undefined
  const draw = (): void => {
    stop?.()
    stop = identities.get()?.(of).subscribe(onChange)
    onChange()
  }
  const end = identities.subscribe(draw)
  draw()
  return () => {
    end()
    stop?.()
  }
}

/** @param onChange called when an answer has come */
export function createQuestions({ late, adapters }: KernelPorts, onChange: () => void): Questions {
  let asked: AccountFieldSubject | undefined
  let known: { key: string | undefined; amount: Amount } | undefined
  let life = new AbortController()
  /** @param isFresh whether the chain is asked, whatever is remembered */
  const read = async (of: AccountFieldSubject, signal: AbortSignal, isFresh: boolean) => {
    const { account, network, namespace } = of
    const abilities = adapters.find(namespace)?.value.abilities
    if (!account || !network || !abilities?.includes('balance')) return
    const ports = await late.load()
    const at = { network: network.id, address: account.address }
    const amount = await ports.balance({ ...at, fresh: isFresh, signal })
    if (signal.aborted) return
    known = { key: keyOf(of), amount }
    onChange()
  }
  const begin = (of: AccountFieldSubject, isFresh: boolean): void => {
    life.abort()
    const { signal } = (life = new AbortController())
    const { account, network } = of
    if (!account || !network) return
    // The kernel tells of a failure itself. The balance before stays.
    read(of, signal, isFresh).catch(() => undefined)
    late.load().then(
      (ports) => {
        if (signal.aborted) return
        const at = { network: network.id, address: account.address }
        signal.addEventListener('abort', watchName(ports, at, onChange))
      },
      () => undefined,
    )
  }
  return {
    balance: (of) => (known && known.key === keyOf(of) ? known.amount : undefined),
    ask(of) {
      if (asked && keyOf(of) === keyOf(asked)) return
      asked = of
      begin(of, false)
    },
    refresh() {
      if (asked) begin(asked, true)
    },
    end() {
      asked = undefined
      life.abort()
    },
  }
}
