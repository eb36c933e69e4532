import type { ConnectedAccount } from '@latchkey/plugin-api'
import { useState } from 'react'
import { usePorts } from '../session/context.js'

export interface ChooseAccount {
  choose(account: ConnectedAccount): void
  /** The one that was chosen, while its wallet is asked. */
  readonly waiting: ConnectedAccount | undefined
}

/** Uses an account, and its chain family with it: balance and network are that one's from then on. */
export function useChooseAccount(onError: (error: unknown) => void): ChooseAccount {
  const { accounts, activeNetwork, options, router } = usePorts()
  const [waiting, setWaiting] = useState<ConnectedAccount>()
  const run = async ({ connectionId, namespace, key }: ConnectedAccount): Promise<void> => {
    const top = router.get().at(-1)?.key
    await accounts.select({ connectionId, namespace, key })
    const network = activeNetwork.current(namespace)
    const isElsewhere = activeNetwork.get().namespace !== namespace
    if (isElsewhere && network?.supported && options.get().networkSwitching)
      await activeNetwork.switch(network.id)
    if (router.get().at(-1)?.key === top && router.get().length > 1) router.back()
  }
  const choose = (account: ConnectedAccount): void => {
    setWaiting(account)
    // The last one that was chosen is the one that is waited for.
    run(account)
      .catch(onError)
      .finally(() => setWaiting((now) => (now === account ? undefined : now)))
  }
  return { choose, waiting }
}
