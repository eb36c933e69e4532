import type { ConnectedAccount } from '@latchkey/plugin-api'
import { useState } from 'react'
import { usePorts } from '../../context.js'

export interface ChooseAccount {
  choose(account: ConnectedAccount): void
  /** The account that was chosen, while its wallet is being asked. */
  readonly waiting: ConnectedAccount | undefined
}

/** Selects an account and makes its chain family active: balance and network follow. */
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
    // Only the account that was chosen last counts.
    run(account)
      .catch(onError)
      .finally(() => setWaiting((now) => (now === account ? undefined : now)))
  }
  return { choose, waiting }
}
